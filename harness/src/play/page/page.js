const MOST = 80, DEEDS = 40, FEW = 6;
const title = (data.rules.match(/^# (.*)/) || [])[1] || data.game;
const drawing = drawings[data.game] ? drawn() : null;
let view = null, clicks = [], touched = [], all = false, left = false, busy = false, seen = null, focused = null;
const name = seat => seat === view.own ? 'you' : view.entrants[seat];
const complain = text => { byId('wrong').textContent = text; };

const ask = async what => {
  while (busy) await new Promise(done => setTimeout(done, 20));
  if (left) return;
  busy = true;
  const does = what ? what.do : '';
  try {
    const answer = await fetch(what ? 'do' : 'state', what ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(what) } : {});
    if (!answer.ok) throw new Error((await answer.text()).trim());
    const { view: next, error } = await answer.json();
    if (does === 'new' && !error) { left = true; location.reload(); return; }
    const fresh = !view || view.phase !== next.phase || view.picked.length !== next.picked.length || does === 'commit';
    if (fresh) { clicks = []; all = false; }
    if (!next.picked.length) touched = [];
    if (does === 'commit' && !error) byId('filter').value = '';
    if (does === 'commit' && !error) seen = compared();
    view = next;
    complain(error || '');
    show();
  } catch (error) {
    complain('ergo play does not answer: ' + error.message);
  }
  busy = false;
};

const show = () => {
  const { phase, end } = view, scene = phase === 'round' ? view.round_end.scene : view.scene, own = phase === 'own', ended = phase === 'round' || end ? view.round_end : null;
  const others = data.seats.filter((_, seat) => seat !== view.own);
  byId('title').textContent = title + (others.length ? ': you against ' + others.join(', ') : '');
  const words = { own: view.complete ? 'Your turn is complete: play it, or take it back.' : drawing ? 'Your turn: click what is marked on the board, or a button below it.' : 'Your turn.', others: 'The others think …', over: '', round: '' };
  byId('status').textContent = [phase === 'round' || end ? '' : scene.heading, words[phase]].filter(text => text).join('. ');
  byId('end').hidden = !end;
  if (end) byId('end-text').textContent = end.text;
  byId('round').hidden = !ended;
  byId('continue').hidden = !!end;
  if (ended) round(ended);
  byId('happened').replaceChildren(...view.happened.map(text => make('li', text)));
  byId('happened').hidden = !view.happened.length || !!ended;
  const board = phase === 'round' ? view.round_end.board : view.board;
  if (drawing) byId('board').replaceChildren(drawing.board(board, own ? { seat: view.own + 1 } : undefined, undefined, ended));
  mark();
  byId('drawing').hidden = !!drawing || !scene.drawing.length;
  byId('drawing').textContent = scene.drawing.join('\n');
  byId('facts').hidden = !!drawing;
  byId('facts').replaceChildren(...scene.facts.flatMap(([fact, text]) => [make('dt', fact), make('dd', text)]));
  byId('picked').hidden = !view.picked.length;
  byId('picked').textContent = 'Picked: ' + view.picked.join(', then ');
  byId('tools').hidden = !!end || phase === 'round';
  byId('commit').disabled = !own || !view.complete;
  byId('undo').disabled = !own || !view.picked.length;
  byId('hint').disabled = !own;
  byId('list').hidden = !own || view.complete;
  byId('file').textContent = 'Transcript: ' + view.file;
  log();
  advice();
  light();
  leads();
  refocus();
};

// The end of a round: why, and the points of each player.
const round = ended => {
  byId('round-title').textContent = ended.last ? 'The last round' : 'Round ' + ended.number + ' is over';
  byId('round-text').textContent = ended.text.replace(/^Round over, /, '').replace(/: points .*$/, '.').replace(/^./, letter => letter.toUpperCase());
  byId('round-points').hidden = !data.points;
  const row = (cells, kind) => { const line = make('tr'); line.append(...cells.map(text => make(kind, text))); return line; };
  byId('round-points').replaceChildren(row(['Player', 'Points', 'Total'], 'th'), ...ended.points.map((points, seat) => row([name(seat), points, ended.scores[seat]], 'td')));
};

const log = () => {
  const list = byId('log'), far = list.scrollHeight - list.scrollTop - list.clientHeight < 30;
  if (list.children.length === view.log.length) return;
  if (!view.log.length) { list.replaceChildren(make('li', 'No turn has been played.', 'note')); return; }
  list.replaceChildren(...view.log.map(one => {
    const item = make('li', undefined, one.seat === null ? 'end' : '');
    if (one.seat !== null) item.append(make('b', name(one.seat) + ': '));
    item.append(one.text);
    return item;
  }));
  if (far) list.scrollTop = list.scrollHeight;
};

// Parts of the board that a game does not mark itself are compared with those that the person saw last.
const compared = () => drawing && drawing.compared ? Object.fromEntries([...byId('board').querySelectorAll(drawing.compared)].map(one => [one.dataset.at, one.textContent])) : null;
const mark = () => {
  if (drawing && drawing.compared && seen && view.phase !== 'others') byId('board').querySelectorAll(drawing.compared).forEach(one => one.classList.toggle('moved', seen[one.dataset.at] !== one.textContent));
  byId('marked').hidden = !byId('board').querySelector('.moved, .card.new, .last');
};

// Places that were clicked, as often as they were: what `places` of an action hold more often is still to be clicked.
const rest = places => {
  const left = places.slice();
  return clicks.every(name => { const i = left.indexOf(name); if (i < 0) return false; left.splice(i, 1); return true; }) ? left : null;
};
const open = () => view.steps.map(step => [step, rest(step.places)]).filter(([, left]) => left);
const isFirst = at => view.steps.some(step => step.places[0] === at);

const light = () => {
  const own = view.phase === 'own' && !view.complete, ways = own ? open() : [], counts = {};
  const next = new Set(ways.flatMap(([, left]) => clicks.length ? left : left.slice(0, 1)));
  byId('board').querySelectorAll('[data-at]').forEach(one => {
    const at = one.dataset.at, chosen = clicks.filter(name => name === at).length;
    counts[at] = (counts[at] || 0) + 1;
    const pressed = counts[at] <= chosen, lit = own && (pressed || next.has(at));
    one.dataset.role ??= one.getAttribute('role') || '';
    one.classList.toggle('lit', lit);
    one.classList.toggle('picked', pressed || touched.includes(at) && !one.classList.contains('only-lit'));
    if (lit) { one.setAttribute('role', 'button'); one.setAttribute('aria-pressed', String(pressed)); one.tabIndex = -1; }
    else { one.removeAttribute('aria-pressed'); one.removeAttribute('tabindex'); if (one.dataset.role) one.setAttribute('role', one.dataset.role); else one.removeAttribute('role'); }
  });
  // What no place of the board stands for, or several actions that the same places stand for.
  const same = clicks.length ? ways.filter(([, left]) => !left.length).map(([step]) => step) : [], bare = clicks.length ? [] : view.steps.filter(step => !drawing || !step.places.length || view.steps.length <= FEW);
  const deeds = own ? (same.length > 1 ? same : bare.length <= DEEDS ? bare : []) : [];
  byId('deeds').replaceChildren(...deeds.map(step => {
    const button = make('button', step.says);
    button.type = 'button'; button.dataset.step = step.action;
    button.addEventListener('click', () => take(step));
    return button;
  }));
  list();
};

const settle = () => {
  if (!view.complete) return;
  if (byId('quick').checked) ask({ do: 'commit' }); else byId('commit').focus({ preventScroll: true });
};
const take = async step => {
  touched = touched.concat(step.places);
  await ask({ do: 'step', action: step.action });
  settle();
};
const pick = async number => {
  // Hints name turns from the beginning of the turn.
  while (view.picked.length) await ask({ do: 'undo' });
  const turn = view.turns.find(turn => turn.number === number), step = turn && view.steps.find(step => step.action === turn.first);
  touched = step ? step.places : [];
  await ask({ do: 'pick', number });
  settle();
};
const click = node => {
  const at = node.dataset.at, pressed = node.getAttribute('aria-pressed') === 'true';
  complain('');
  if (pressed) clicks.splice(clicks.indexOf(at), 1); else clicks.push(at);
  const exact = open().filter(([, left]) => !left.length);
  if (!pressed && exact.length === 1) { take(exact[0][0]); return; }
  // Of an action that is no longer possible, only the last place stays.
  if (!open().length) clicks = [at];
  light();
  refocus();
};

// Why a part of the board cannot be clicked.
const why = node => {
  if (view.end) return 'The match is over.';
  if (view.phase === 'round') return 'The round is over: press Continue.';
  if (view.phase !== 'own') return 'It is not your turn: the others think.';
  if (view.complete) return 'Your turn is complete: play it, or take it back.';
  const label = node ? node.getAttribute('aria-label') || (node.querySelector('b') || node).textContent : '';
  const reason = drawing.why && drawing.why(view.board, clicks, node ? node.dataset.at : '', label);
  return (label ? label + ': ' : '') + (reason || (clicks.length ? 'does not go with your other clicks. Click an outlined part, or press Escape.' : 'cannot be used now. Click an outlined part.'));
};
byId('board').addEventListener('click', event => {
  if (busy || event.target.closest('details')) return;
  const lit = event.target.closest('.lit[data-at]'), node = event.target.closest('[data-at]');
  if (lit) { click(lit); return; }
  if (node && view.phase === 'own' && !view.complete && clicks.length && isFirst(node.dataset.at)) { clicks = []; click(node); return; }
  complain(why(node || event.target.closest('#board [aria-label]')));
});

const entry = (one, text, effect, line) => {
  const item = make('li'), button = make('button'), does = make('span', one.says, 'does');
  button.type = 'button';
  if (line && line !== one.says) does.append(make('small', line, line.length < 24 ? 'short' : ''));
  button.append(make('span', text, 'number'), does, make('span', effect, 'effect'));
  if (one.number === null) button.disabled = true;
  else { button.dataset.turn = one.number; button.addEventListener('click', () => pick(one.number)); }
  item.append(button);
  return item;
};

const list = () => {
  const first = new Set(open().map(([step]) => step.action));
  const text = byId('filter').value.trim().toLowerCase(), contains = turn => (turn.line + ' ' + turn.says + ' ' + turn.effect).toLowerCase().includes(text);
  const shown = view.turns.filter(turn => (!clicks.length || first.has(turn.first)) && contains(turn));
  byId('turns-name').textContent = 'All turns: ' + (shown.length === view.turns.length ? '' : shown.length + ' of ') + view.turns.length;
  byId('turns').replaceChildren(...shown.slice(0, all ? shown.length : MOST).map(turn => entry(turn, turn.number, turn.effect, turn.line)));
  byId('turns').hidden = !shown.length;
  byId('all').hidden = all || shown.length <= MOST;
  rove();
};

const advice = () => {
  const said = view.advice;
  byId('advice').hidden = !said;
  if (!said) return;
  byId('adviser').textContent = 'Hint: ' + said.adviser + ' ' + (said.best.number === null ? 'would play ' : '') + said.best.says;
  byId('reason').textContent = said.reason;
  byId('candidates').replaceChildren(...said.candidates.map(one => entry(one, one.value === null ? '' : one.value.toFixed(3), '')));
  byId('scale').textContent = said.candidates.length ? (said.more ? 'And ' + said.more + ' more. ' : '') + 'Estimates of ' + said.adviser + ' on its own scale; higher is better.' : '';
};

const leads = () => {
  const last = view.end ? view.end.scores : view.rounds[view.rounds.length - 1];
  byId('scores').hidden = !data.points;
  byId('chart').toggleAttribute('hidden', !last || view.rounds.length < 2); byId('keys').replaceChildren();
  byId('lead').textContent = last ? last.map((score, seat) => name(seat) + ' ' + score).join(', ') : 'No round is over yet.';
  if (data.points && view.rounds.length > 1) byId('keys').append(chart(byId('chart'), [last.map(() => 0), ...view.rounds]).keys);
};

// Each group is one Tab stop; arrow keys move within it.
const groups = ['#match', '#end .group', '#board', '#bar', '#candidates', '#listed'].map(group => document.querySelector(group));
const items = group => [...group.querySelectorAll('.lit[data-at], button, a, input')].filter(one => !one.disabled && one.checkVisibility());
const rove = () => groups.forEach(group => {
  const parts = items(group), current = parts.find(one => one === document.activeElement) || parts.find(one => one.dataset.current) || parts[0];
  parts.forEach(one => { one.tabIndex = one === current ? 0 : -1; });
});
document.addEventListener('focusin', event => {
  const group = groups.find(group => group.contains(event.target));
  focused = { group, key: keyOf(event.target) };
  if (!group) return;
  items(group).forEach(one => { if (one === event.target) one.dataset.current = 1; else delete one.dataset.current; });
  rove();
});
const keyOf = node => [node.id, node.dataset.at, node.dataset.step, node.dataset.turn].join('|');
const isLost = node => !node || node === document.body || node.disabled || !node.checkVisibility();

// What had the focus gets it again when it is drawn anew; what is gone passes it on to the next thing to do.
const refocus = () => {
  rove();
  if (!focused || document.querySelector('dialog[open]') || !isLost(document.activeElement)) return;
  const again = focused.group && items(focused.group).find(one => keyOf(one) === focused.key), own = view.phase === 'own';
  const next = view.end ? byId('again') : view.phase === 'round' ? byId('continue') : own && view.complete ? byId('commit') : again || (own && (items(byId('board'))[0] || items(byId('deeds'))[0])) || byId('board');
  next.focus({ preventScroll: true });
  rove();
};
// The nearest part in the direction of an arrow key.
const beside = (parts, at, key) => {
  const middle = one => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const [x, y] = middle(at), across = key === 'ArrowLeft' || key === 'ArrowRight', sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  let best = null, least = Infinity;
  parts.forEach(one => {
    const [u, v] = middle(one), along = sign * (across ? u - x : v - y), aside = Math.abs(across ? v - y : u - x);
    if (one !== at && along > 2 && along + 3 * aside < least) { best = one; least = along + 3 * aside; }
  });
  return best || parts[parts.indexOf(at) + sign];
};

const rules = () => {
  const bold = (element, text) => { text.split('**').forEach((part, i) => element.append(i % 2 ? make('b', part) : part)); return element; };
  let items = null;
  const blocks = [];
  data.rules.trim().split('\n').forEach(line => {
    if (line.startsWith('- ')) { if (!items) blocks.push(items = make('ul')); items.append(bold(make('li'), line.slice(2))); return; }
    items = null;
    const [, marks, text] = line.match(/^(#*) ?(.*)$/);
    if (text) blocks.push(bold(make(marks ? 'h' + (marks.length + 1) : 'p'), text));
  });
  byId('text').replaceChildren(...blocks);
  if (drawing && data.example) byId('example').replaceChildren(make('h3', 'For example'), drawing.board(data.example));
};
byId('how').hidden = !data.rules;
byId('how').addEventListener('click', () => { rules(); byId('rules').showModal(); byId('rules').scrollTop = 0; });

const { opponents, players } = data.choices;
const fill = (id, options, value) => byId(id).replaceChildren(...options.map(one => { const option = make('option', one); option.selected = String(one) === String(value); return option; }));
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const about = () => { byId('about').textContent = (opponents.find(([name]) => name === byId('against').value) || [])[1] || ''; };
const seats = () => fill('seat', numbers(1, +byId('players').value), Math.min(byId('seat').value || data.current.seat, byId('players').value));
fill('against', opponents.map(([name]) => name), data.current.against);
fill('players', numbers(...players), data.current.seats);
seats(); about();
byId('setup-against').hidden = !opponents.length;
byId('against').addEventListener('change', about);
byId('players').addEventListener('change', seats);
byId('new').addEventListener('click', () => { byId('setup-note').hidden = !!view.end || !view.log.length; byId('setup').returnValue = ''; byId('setup').showModal(); });
byId('setup').addEventListener('close', () => { if (byId('setup').returnValue === 'start') ask({ do: 'new', against: byId('against').value, seats: +byId('players').value, seat: +byId('seat').value }); });
byId('again').addEventListener('click', () => ask({ do: 'new', ...data.current }));

const leave = async () => {
  await ask({ do: 'leave' });
  left = true;
  document.querySelectorAll('button, input').forEach(node => { node.disabled = true; });
  byId('status').textContent = 'You have left; the transcript is kept. This page can be closed.';
};
byId('leave').addEventListener('click', () => { if (view.end) leave(); else { byId('sure').returnValue = ''; byId('sure').showModal(); } });
byId('sure').addEventListener('close', () => { if (byId('sure').returnValue === 'yes') leave(); });

byId('continue').addEventListener('click', () => ask({ do: 'continue' }));
byId('commit').addEventListener('click', () => ask({ do: 'commit' }));
byId('undo').addEventListener('click', () => { touched = []; ask({ do: 'undo' }); });
byId('hint').addEventListener('click', () => ask({ do: 'advise' }));
byId('all').addEventListener('click', () => { all = true; list(); });
byId('filter').addEventListener('input', list);
byId('list').addEventListener('toggle', rove);
byId('type').addEventListener('submit', async event => {
  event.preventDefault();
  await ask({ do: 'type', text: byId('typed').value });
  if (!byId('wrong').textContent) byId('typed').value = '';
  settle();
});
document.addEventListener('keydown', event => {
  const at = event.target, inside = at.tagName === 'SELECT' || at.tagName === 'INPUT' && at.type !== 'checkbox', key = event.key;
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') || !view) return;
  if (key === 'Escape' && inside) at.blur();
  if (key === 'Escape') { clicks = []; complain(''); light(); refocus(); return; }
  if (at.id === 'filter' && key === 'ArrowDown') { const first = items(byId('turns'))[0]; if (first) { first.focus(); event.preventDefault(); } return; }
  if (inside) return;
  const group = groups.find(group => group.contains(at)), parts = group ? items(group) : [];
  if (parts.includes(at) && key.startsWith('Arrow')) { const next = beside(parts, at, key); if (next) next.focus(); event.preventDefault(); return; }
  if (at.matches('.lit[data-at]') && (key === 'Enter' || key === ' ')) { if (!busy) click(at); event.preventDefault(); return; }
  const list = () => { byId('list').open = true; byId('filter').focus(); }, go = () => byId(view.phase === 'round' ? 'continue' : 'commit').click();
  const keys = { '/': list, p: go, u: () => byId('undo').click(), '?': () => byId('hint').click(), h: () => byId('how').click() };
  if (keys[key]) { keys[key](); event.preventDefault(); }
});
byId('list').open = !drawing;
ask();
setInterval(() => { if (!busy && (!view || view.phase === 'others')) ask(); }, 400);
