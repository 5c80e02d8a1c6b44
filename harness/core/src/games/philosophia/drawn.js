drawings.philosophia = table => {
  const disks = Object.fromEntries(table.disks), requests = Object.fromEntries(table.requests);
  const kinds = Object.fromEntries(table.places);
  const regions = [['black', 'Cities of the west', '#777'], ['yellow', 'Cities of the east', '#d9b400'], ['blue', 'Ports', '#2a6fdb'], ['red', 'Temples', '#c0392b'],
    ['green', 'Oracles', '#2e8b57'], ['acropolis', 'Acropolis', '#9b8bb4']];
  const done = { progress: 'move the timeline on', observe: 'observe debaters', offering: 'offering to Athena', debate: 'public debate' };
  const full = { S: 'Sophistry', CD: 'Constructive Dilemma', DD: 'Destructive Dilemma', MP: 'Modus Ponens', MT: 'Modus Tollens', HS: 'Hypothetical Syllogism', DA: 'Divine Argument' };
  const minor = ['of', 'the', 'and'];
  const capital = (word, i) => i && minor.includes(word) ? word : word[0].toUpperCase() + word.slice(1);
  const name = text => text.replace(/^favour_/, 'favour_of_').split('_').map(word => word.replace(/^(athena|apollo|pythia)s$/, '$1’s')).map(capital).join(' ');
  const bonus = text => { if (text === '?') return 'token'; const [what, n] = text.split(':'); return what === 'coins' ? count(+n, 'coin') : what === 'sophistry' || what === 'syllogism' ? count(+n, name(what) + ' card') : count(+n, what); };
  const own = (element, i) => {
    element.style.setProperty('--own', 'var(--c' + i % 6 + ')');
    // White cannot be read on the lighter ones.
    element.style.setProperty('--on', i % 6 === 3 || i % 6 === 5 ? '#000' : 'var(--paper)');
    return element;
  };
  const sits = i => i < data.seats.length ? data.seats[i] + (i === data.own ? '' : ', seat ' + (i + 1)) : 'the Moirai';
  const card = code => titled(make('span', code === '?' ? undefined : code, code === '?' ? 'card back' : 'card'), code === '?' ? 'unknown' : (full[code] || full[code[0]] || code) + (/S\d/.test(code) ? ' ' + code[1] : ''));
  const mine = (state, i) => data.own === undefined || data.own === null ? state.to_move === i + 1 : data.own === i;
  const pawn = (state, i) => titled(own(make('span', name(state.players[i].philosopher).slice(0, 3), 'pawn'), i), name(state.players[i].philosopher) + ', ' + sits(i));
  const hero = (state, seat) => name(state.players[seat - 1].philosopher);
  const row = (label, parts) => { const box = make('div', undefined, 'chips'); if (label) box.append(make('i', label)); box.append(...parts); return box; };

  const group = kind => { const box = make('div', undefined, kind); box.setAttribute('role', 'group'); return box; };
  const years = state => {
    const box = titled(group('timeline'), 'Timeline: ' + -table.timeline[state.timeline] + ' BC');
    table.timeline.forEach((year, i) => box.append(titled(make('span', String(-year), i === state.timeline ? 'now' : i < state.timeline ? 'past' : ''), -year + ' BC')));
    return box;
  };

  const tile = (state, place, edge, here) => {
    const box = make('div', undefined, 'tile' + (place === here ? ' here' : '')), pieces = make('div', undefined, 'pieces');
    box.style.setProperty('--edge', edge);
    box.append(make('b', name(place)));
    spot(box, 'place:' + place);
    state.players.forEach((player, i) => { if (player.at === place) pieces.append(pawn(state, i)); });
    state.players.forEach((player, i) => { if (player.schools.includes(place)) pieces.append(titled(own(make('span', undefined, 'school'), i), 'school of ' + name(player.philosopher))); });
    state.players.forEach((player, i) => { if (player.followings.includes(place)) pieces.append(titled(own(make('span', undefined, 'cube'), i), 'following of ' + name(player.philosopher))); });
    box.append(pieces);
    const token = state.tokens[place], seen = state.tokens_seen.includes(place);
    if (token) box.append(titled(make('span', bonus(token), 'token' + (seen ? '' : ' down')), bonus(token) + (seen ? ', was turned up' : ', face down')));
    if (done[kinds[place]]) box.append(make('span', done[kinds[place]], 'note'));
    return box;
  };

  const map = (state, here) => {
    const box = make('div', undefined, 'map');
    // From the west of the map to its east.
    [['green', 'black'], ['acropolis', 'red'], ['yellow', 'blue']].forEach(kinds => {
      const column = make('div');
      kinds.forEach(wanted => {
        const [kind, title, edge] = regions.find(([kind]) => kind === wanted), region = make('div', undefined, 'region');
        const places = table.places.filter(([, of]) => of === kind || kind === 'acropolis' && done[of]);
        region.style.setProperty('--edge', edge);
        region.append(make('h3', title), ...places.map(([place]) => tile(state, place, edge, here)));
        column.append(region);
      });
      box.append(column);
    });
    return box;
  };

  const held = (player, colour) => Object.keys(player.tokens).filter(place => kinds[place] === colour).length;
  const travel = (state, player) => {
    const placed = colour => Object.keys(state.tokens).filter(place => kinds[place] === colour).length + state.players.reduce((sum, one) => sum + held(one, colour), 0);
    return regions.slice(0, 5).map(([colour]) => [held(player, colour), placed(colour), colour]).filter(one => one[1]).sort((a, b) => b[0] / b[1] - a[0] / a[1])[0];
  };
  const board = (state, i, frame) => {
    const player = state.players[i], box = own(make('div', undefined, 'player' + (frame && frame.seat === i + 1 ? ' move' : '')), i), head = make('header');
    const title = spot(make('b', name(player.philosopher)), 'player:' + (i + 1)), acts = mine(state, i); head.append(pawn(state, i), title, make('span', sits(i)));
    box.append(head);
    const labyrinth = player.claimed.map(what => make('span', what === 'olympic' ? 'Olympic, the rest' : name(what), 'chip done'));
    for (let k = player.labyrinth; k < 3; k++) labyrinth.push(make('span', 'free', 'chip'));
    if (player.number) labyrinth.push(make('span', 'finisher no. ' + player.number, 'chip'));
    box.append(row('Labyrinth', labyrinth));
    const goods = [count(player.coins, 'coin'), count(player.builders, 'builder'), count(player.sophists, 'sophist')];
    if (player.study) goods.push('study token');
    box.append(row('', goods.map(text => make('span', text, 'chip'))));
    const [most, all, colour] = travel(state, player), favours = player.oracles.filter(one => one.startsWith('favour_')).length + (player.unknown_oracle ? 1 : 0);
    [['Followings', player.followings.length, 9, 'followings'], ['Schools', player.schools.length, 4, 'schools'], ['Travel, ' + colour, most, all, 'travel'], ['Debate', player.debates, 3, 'debate'], ['Learn', player.wisdom, 3, 'learn'], ['Oracles', favours, 3, 'oracles']].forEach(([what, n, of, condition]) => {
      const goal = make('div', undefined, 'goal'), meter = make('div', undefined, 'meter'), bar = make('i');
      bar.style.width = 100 * n / of + '%'; meter.append(bar);
      goal.append(make('span', what), meter, make('span', n + ' of ' + of));
      box.append(acts ? spot(goal, 'goal:' + condition) : goal);
    });
    box.append(row('Arguments', player.arguments.length ? player.arguments.map(code => acts && code !== '?' ? spot(card(code), 'card:' + code) : card(code)) : [make('span', 'none', 'note')]));
    if (player.oracles.length) box.append(row('Oracle cards', player.oracles.map(one => one === '?' ? card(one) : acts ? spot(make('span', name(one), 'chip'), 'oracle:' + one) : make('span', name(one), 'chip'))));
    if (player.unknown_oracle) box.append(row('', [make('span', 'Unknown Oracle', 'chip')]));
    const tokens = Object.entries(player.tokens);
    if (tokens.length) box.append(row('Tokens', tokens.map(([place, what]) => titled(make('span', name(place), 'token'), bonus(what)))));
    if (player.request && requests[player.request]) {
      const request = make('div', 'Request of ' + name(player.request) + ': ' + requests[player.request], 'note');
      box.append(acts ? spot(request, 'goal:olympic') : request);
    }
    return box;
  };

  const contest = (title, parts) => { const box = make('div', undefined, 'contest'); box.append(make('h2', title), ...parts); return box; };
  const sides = list => { const box = make('div', undefined, 'sides'); box.append(...list); return box; };
  const side = (state, i, parts) => { const box = own(make('div'), i); box.append(make('b', name(state.players[i].philosopher)), make('br'), ...parts); return box; };
  const offering = (state, bids, said) => {
    const disk = state.disks[0], told = bids.map((bid, i) => side(state, i, [make('span', bid === null ? '…' : String(bid), 'bid')]));
    return contest('Offering to Athena by ' + hero(state, state.pending.by) + ': ' + name(disk) + ' (' + disks[disk] + ')', [sides(told), make('div', said, 'note')]);
  };
  const settled = (state, before) => {
    const bids = state.pending.bids.slice(); bids[before.seat - 1] = +before.action.split(':')[1];
    // The Moirai bid the number of the top Sophistry card, as far as they have coins.
    if (state.moirai) bids[1] = state.sophistry.length ? Math.min(+state.sophistry[0].slice(1), state.players[1].coins) : 0;
    const top = Math.max(...bids), tied = bids.map((bid, i) => bid === top ? i : -1).filter(i => i >= 0), first = state.pending.by - 1;
    const winner = tied.includes(first) ? first : tied.length === 1 ? tied[0] : null;
    return offering(state, bids, winner === null ? 'Bids shown: a tie without ' + hero(state, first + 1) + ', no bid wins.' : 'Bids shown: ' + hero(state, winner + 1) + ' wins and pays ' + count(top, 'coin') + '.');
  };
  const piles = (state, piles, led) => sides(Object.entries(piles).map(([seat, cards]) => {
    const mine = led && led.attacker === +seat, parts = [make('span', count(cards.length, 'card') + ' won ', 'note'), ...cards.map(card)];
    if (mine && led.led) parts.push(make('br'), make('span', 'leads ', 'note'), card(led.led));
    return side(state, seat - 1, parts);
  }));
  const debate = (state, frame) => {
    const now = state.pending, title = now.final ? 'Final debate' : 'Public debate, begun by ' + hero(state, now.initiator);
    const asked = { lead: ' may lead a card', reply: ' answers the card that is led', lay: ' is alone and may lay on cards' }[state.node];
    const circle = now.circle.length > 2 ? ' Still in: ' + now.circle.map(seat => hero(state, seat)).join(', ') + '.' : '';
    return contest(title, [piles(state, now.piles, now), make('div', hero(state, frame ? frame.seat : state.to_move) + asked + '.' + circle, 'note')]);
  };
  const over = (state, before) => {
    const last = before.state.pending, told = Object.fromEntries(Object.entries(last.piles).map(([seat, cards]) => [seat, cards.slice()]));
    if (before.state.node === 'reply' && before.action === 'pass') told[last.attacker].push(last.led);
    if (before.action.startsWith('lay:')) told[before.seat].push(before.action.slice(4));
    const won = state.players.findIndex((player, i) => player.debates > before.state.players[i].debates);
    return contest('The debate is over', [piles(before.state, told, null), make('div', won < 0 ? '' : hero(state, won + 1) + ' takes a debate token.', 'note')]);
  };
  const debates = ['lead', 'reply', 'lay'];
  const contested = (state, frame, before) => {
    if (debates.includes(state.node)) return [debate(state, frame)];
    if (state.node === 'bid') return [offering(state, state.pending.bids, hero(state, state.to_move) + ' bids face down' + (state.moirai ? ' before the Moirai\'s card is turned.' : '.'))];
    if (state.node === 'over' && state.pending.piles) return [contest('The final debate', [piles(state, state.pending.piles, null)])];
    const was = before && before.state;
    if (was && was.node === 'bid' && !was.pending.rest.length) return [settled(was, before)];
    if (was && debates.includes(was.node) && !was.pending.final) return [over(state, before)];
    if (state.node === 'buy') return [contest('Before the final debate', [make('div', 'Those with three labyrinth tokens buy cards: ' + state.pending.order.map(seat => hero(state, seat)).join(', ') + '.')])];
    return [];
  };

  const shared = state => {
    const box = make('div');
    const deck = (what, n) => make('span', what + ' ' + n, 'chip');
    box.append(row('Cards left', [spot(deck('Sophistry', state.sophistry.length === undefined ? state.sophistry : state.sophistry.length), 'deck:sophistry'), spot(deck('Syllogism', state.syllogism.length), 'deck:syllogism'),
      ...Object.entries(state.oracle_decks).map(([place, cards]) => deck('Oracle of ' + name(place), cards.length))]));
    box.append(row('Supply', Object.entries(state.supply).map(([what, n]) => make('span', what === 'study' ? count(n, 'study token') : n + ' ' + what, 'chip'))));
    box.append(row('Disks of Athena, top first', state.disks.map((disk, i) => make('span', name(disk) + (i ? '' : ': ' + disks[disk]), 'chip'))));
    if (state.moirai) box.append(row('Cards of the Moirai', [deck('left', state.moirai.deck.length), deck('used', state.moirai.discards.length)]));
    return box;
  };
  const legend = state => {
    const box = row('', []), add = (piece, text) => { const one = make('span', undefined, 'chips'); one.append(piece, make('span', text)); box.append(one); };
    state.players.forEach((player, i) => add(pawn(state, i), name(player.philosopher)));
    add(own(make('span', undefined, 'school'), 0), 'school'); add(own(make('span', undefined, 'cube'), 0), 'following');
    add(make('span', 'bonus', 'token'), 'token, turned up before'); add(make('span', 'bonus', 'token down'), 'token, face down');
    return box;
  };
  const made = () => {
    const box = make('details'); box.append(make('summary', 'What of this is reconstructed'));
    Object.entries(table.reconstructed).forEach(([what, from]) => { const [title, said] = Array.isArray(from) ? from : [what, from]; box.append(make('div', title + ': ' + said, 'note')); });
    return box;
  };

  const show = (state, frame, before) => {
    const box = make('div'), here = frame && frame.action && state.node === 'move' ? frame.action.slice(3) : frame ? state.players[frame.seat - 1].at : null;
    box.append(make('p', 'Round ' + state.round + ', turn ' + state.turn + (state.node === 'over' ? ', over' : ', turn of ' + hero(state, state.turn_of) + ' (' + sits(state.turn_of - 1) + ')'), 'note where'));
    box.append(...contested(state, frame, before), make('h2', 'Timeline'), years(state), make('h2', 'Map'), legend(state), map(state, here), make('h2', 'Boards'));
    const boards = make('div', undefined, 'boards');
    state.players.forEach((_, i) => boards.append(board(state, i, frame)));
    box.append(boards, make('h2', 'Beside the map'), shared(state), made());
    return box;
  };
  const asked = { move: 'now move: click an outlined place, where no philosopher stands.', token: 'first decide about the token: use the buttons below the board.', card: 'first decide whether to play an oracle card.',
    act: 'now take one action: use the buttons below the board. They list all that you can do here.', take: 'first choose the oracle card that you keep.', bid: 'first bid for the offering.',
    place: 'now click the place of the new following.', lead: 'this is a debate: lead a card, or pass.', reply: 'this is a debate: answer with a card, or pass.', lay: 'this is a debate: lay on a card, or stop.' };
  const why = state => asked[state.node] || 'now use the buttons below the board.';
  return { board: show, why, compared: '[data-at^="place:"]', who: (seat, state) => hero(state, seat) + ' (' + sits(seat - 1) + ')', turn: state => state.turn };
};
