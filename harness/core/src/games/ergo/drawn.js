drawings.ergo = () => {
  const words = { '&': 'AND', '|': 'OR', '>': 'THEN', '~': 'NOT', F: 'Fallacy', J: 'Justification', T: 'Tabula Rasa', R: 'Revolution', X: 'Wild A–D', Y: 'Wild operator', E: 'Ergo' };
  const kind = sign => 'ABCD'.includes(sign) ? ' v' + 'ABCD'.indexOf(sign) : /[A-Z]/.test(sign) ? ' special' : '';
  const parse = text => text.split(' / ').filter(part => part).map(premise => [...premise.matchAll(/(\*?)(.)/g)].map(([, wild, sign]) => ({ sign, wild: !!wild })));
  // Which tiles were not there before: those outside a longest common part of both.
  const fresh = (before, now) => {
    const a = parse(before).flat().map(t => t.sign), b = parse(now).flat().map(t => t.sign), n = a.length, m = b.length;
    const table = Array.from({ length: n + 1 }, () => new Array(m + 1).fill(0)), found = new Set(b.map((_, i) => i));
    for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    for (let i = 0, j = 0; i < n && j < m;) if (a[i] === b[j]) { found.delete(j); i++; j++; } else if (table[i + 1][j] >= table[i][j + 1]) i++; else j++;
    return found;
  };
  const slot = (text, name, title) => titled(spot(make('span', text, 'slot only-lit'), name), title);

  const proof = (state, before) => {
    const box = make('div'), was = state.seats.some(seat => seat.hand === null) ? state.was : before && before.state.round === state.round ? before.state.proof : state.proof, added = fresh(was, state.proof);
    let number = 0;
    parse(state.proof).forEach((premise, i) => {
      const row = make('div', undefined, 'premise');
      row.append(make('b', String(i + 1)));
      premise.forEach(tile => {
        const at = ++number, card = make('span', words[tile.sign] || tile.sign, 'card tile' + kind(tile.sign) + (tile.wild ? ' wild' : '') + (added.has(at - 1) ? ' new' : ''));
        card.append(make('small', String(at)));
        row.append(titled(spot(make('span', '+', 'gap only-lit'), 'before:' + at), 'before tile ' + at), titled(spot(card, 'tile:' + at), 'tile ' + at + ', ' + (words[tile.sign] || tile.sign) + (tile.wild ? ', a wild card' : '')),
          titled(spot(make('span', '+', 'gap only-lit'), 'after:' + at), 'after tile ' + at));
      });
      box.append(row);
    });
    if (!number) box.append(make('div', 'No card lies there yet.', 'note'));
    box.append(slot('+ a new premise', 'new', 'lay it as a new premise'));
    return box;
  };
  const verdicts = state => {
    const box = make('div', undefined, 'verdicts');
    if (state.paradox) { box.append(make('span', 'A paradox: no player would score', 'verdict paradox')); return box; }
    state.verdicts.forEach(([letter, word]) => {
      const seat = state.seats.findIndex(one => one.variable === letter), name = seat < 0 ? '' : ', ' + data.seats[seat];
      box.append(make('span', letter + name + ': ' + word + (word === 'proven' && seat >= 0 ? ', ' + count(state.worth, 'point') : ''), 'verdict ' + word));
    });
    return box;
  };
  // The values of the letters in every assignment that makes all premises true: the reason of the verdicts.
  let shown = false;
  const reasons = (state, ended) => {
    const box = make('details'), wide = make('div', undefined, 'wide'), table = make('table', undefined, 'models'), n = state.models.length;
    const title = make('summary', n ? 'Why: ' + n + ' of the 16 ways to call the letters true (T) or false (F) make all premises true' : 'Why: no way to call the letters true or false makes all premises true');
    title.addEventListener('click', () => { shown = !box.open; });
    box.open = !!ended || shown;
    const told = { proven: 'true in all: proven', disproven: 'false in all: disproven', undecided: 'undecided' };
    state.verdicts.forEach(([letter, word], i) => {
      const row = make('tr'), head = make('th', letter);
      head.scope = 'row';
      row.append(head, ...state.models.map(model => make('td', model[i], model[i] === 'T' ? 'true' : '')), make('td', told[word] || word));
      table.append(row);
    });
    wide.append(table);
    box.append(title, ...(n ? [wide] : []));
    return box;
  };
  const hand = (state, seat, i) => {
    const row = make('div', undefined, 'row');
    if (seat.hand === null) {
      [...seat.shown].forEach(sign => row.append(titled(make('span', words[sign] || sign, 'card' + kind(sign)), 'known to all')));
      for (let k = seat.shown.length; k < seat.cards; k++) row.append(titled(make('span', undefined, 'card back'), 'a hidden card'));
      return row;
    }
    // Only the own cards are played.
    const mine = data.own === undefined || data.own === null ? state.to_move === i + 1 : data.own === i;
    [...seat.hand].forEach(sign => { const card = titled(make('span', words[sign] || (sign === '(' ? '( )' : sign), 'card held' + kind(sign)), words[sign] || (sign === '(' ? 'parentheses' : sign)); row.append(mine ? spot(card, 'hand:' + sign) : card); });
    if (mine) {
      ['A', 'B', 'C', 'D', '&', '|', '>', '~'].forEach(sign => row.append(slot('as ' + (words[sign] || sign), 'as:' + sign, 'the wild card stands for ' + (words[sign] || sign))));
      row.append(slot('lay it and take it back', 'back', 'lay it and take it back'), slot('discard', 'discard', 'discard it'), slot('Ergo! The round ends', 'end', 'play it as an Ergo'));
    }
    return row;
  };
  const seats = (state, frame, ended) => state.seats.map((seat, i) => {
    const box = make('div', undefined, 'seat' + (frame && frame.seat === i + 1 ? ' move' : '')), head = make('header');
    box.style.setProperty('--own', 'var(' + ['--c0', '--c1', '--c2', '--c4'][i] + ')');
    head.append(titled(spot(make('b', seat.variable, 'v' + i), i === data.own ? 'own' : 'seat:' + seat.variable), data.seats[i] + ', letter ' + seat.variable), make('span', data.seats[i]));
    if (data.own === undefined || data.own === null) head.append(spot(make('span', 'Justification', 'only-lit'), 'own'));
    const marks = [seat.fallacy !== null ? 'under a Fallacy, ' + (seat.fallacy ? count(seat.fallacy, 'turn') + ' more' : 'gone before the next turn') : '', seat.immune ? 'immune to Fallacies' : ''].filter(Boolean).join(', ');
    if (marks) head.append(make('span', marks, 'mark'));
    head.append(make('span', count(ended ? ended.scores[i] : seat.score, 'point')));
    box.append(head, hand(state, seat, i));
    return box;
  });
  const why = (state, clicked, place) => {
    const own = state.seats[data.own], adds = /^(tile|before|after|new)/.test(place);
    if (own.fallacy !== null && adds) return 'you are under a Fallacy and cannot add cards to the proof. Discard, or play another special card.';
    if (adds && !clicked.length) return 'first click a card of your hand, then the place where it goes.';
    if (adds) return 'the card cannot go there. After your turn every premise must be letters joined by AND, OR or THEN, with NOT only before a letter or a parenthesis.';
    if (/^seat:/.test(place)) return 'only a Fallacy is laid before a player. Click it in your hand first.';
    if (place === 'own') return 'only a Justification is played here. Click it in your hand first.';
    return place ? '' : 'only your own cards and the proof can be clicked.';
  };
  const board = (state, frame, before, ended) => {
    const box = make('div'), stand = make('div', undefined, 'stand');
    const left = state.to_move && state.left ? ', ' + count(state.left, 'card') + ' to play' : '';
    box.append(make('p', 'Round ' + state.round + ', turn ' + state.turn + (state.last_turn ? ', the last of the round' : '') + left, 'note where'), make('h2', 'The proof'), proof(state, before), verdicts(state), reasons(state, ended), make('h2', 'The players'), ...seats(state, frame, ended));
    stand.append(make('span', 'Draw pile: ' + count(state.pile, 'card') + (state.under ? ', the last are ' + [...state.under].map(sign => words[sign] || sign).join(' ') : ''), 'note'), make('span', 'Discarded: ' + ([...state.discards].map(sign => words[sign] || sign).join(' ') || 'none'), 'note'));
    box.append(stand);
    return box;
  };
  return { board, why, who: (seat, state) => data.seats[seat - 1] + ' (' + state.seats[seat - 1].variable + ')', turn: state => state.round + '/' + state.turn };
};
