drawings.cogito = table => {
  const title = card => card[0].toUpperCase() + card.slice(1);
  const card = text => { const [what, side] = text.split(':'); return make('span', title(what), 'card ' + (side || (what === 'dream' ? 'dream' : ''))); };
  const windows = { deal: 'before the first card', play: 'after the card', draw: 'after all have drawn', trade: 'after all have given', end: 'no card is left' };
  const asked = state => ({ play: 'a card is to be played', trade: 'all give a card to the left', window: 'a player who knows their Self may declare it, ' + windows[state.window], over: 'over' })[state.phase];
  const ways = { cogito: 'by a right declaration', all_lost: 'all players are lost', no_cards: 'no card is left', fault: 'by a fault' };

  const selves = (state, frame) => {
    const box = make('div', undefined, 'selves'), taken = {};
    state.selves.forEach((own, i) => { if (own) taken[own] = data.seats[i]; });
    table.selves.forEach(([own, categories]) => {
      const no = state.may && !state.may.includes(own), one = make('div', undefined, 'self' + (no ? ' no' : '') + (taken[own] ? ' is' : ''));
      one.append(make('b', title(own)), make('small', categories.map(title).join(', ') || 'of no category'), ...(taken[own] ? [make('em', taken[own])] : []));
      one.title = no ? 'You cannot be ' + title(own) : '';
      box.append(spot(one, 'self:' + own));
    });
    return box;
  };
  const thinker = (state, i, frame) => {
    const box = make('div', undefined, 'thinker' + (state.to_move === i + 1 || frame && frame.seat === i + 1 ? ' move' : '')), head = make('header'), mine = data.own === i, row = (label, cards) => { const line = make('div', undefined, 'row'); line.append(make('span', label, 'label'), ...cards); return line; };
    box.style.setProperty('--own', 'var(--c' + i + ')');
    head.append(make('b', data.seats[i]), make('span', state.selves[i] ? title(state.selves[i]) : '?', 'stand'));
    if (state.lost[i]) head.append(make('span', state.lost[i] === 'disruption' ? 'lost: two red cards' : 'lost: a wrong declaration', 'note'));
    else if (state.answers[i]) head.append(make('span', state.answers[i] === '?' || mine ? 'has answered' : state.answers[i].replace('pass', 'says nothing').replace('cogito:', 'declares ').replace('give:', 'gives '), 'note'));
    head.append(make('span', count(state.scores[i], 'point'), 'note'));
    box.append(head);
    if (state.lost[i]) return box;
    const field = state.fields[i].map(card);
    if (field.length && state.last.includes('last:' + (i + 1))) field[field.length - 1].classList.add('last');
    const hand = state.hands[i], cards = typeof hand === 'number' ? Array.from({ length: hand }, () => titled(make('span', undefined, 'card back'), 'a hidden card')) : hand.map(what => {
      const one = make('span', title(what), 'card'), plays = data.own === undefined || data.own === null ? state.to_move === i + 1 : mine;
      return plays ? spot(one, 'hand:' + what) : one;
    });
    box.append(row('Field', field.length ? field : [make('span', 'empty', 'note')]), row('Hand', cards.length ? cards : [make('span', 'empty', 'note')]));
    return box;
  };
  const board = (state, frame) => {
    const box = make('div'), saying = make('div', undefined, 'saying');
    box.append(make('p', (state.game > 1 ? 'Game ' + state.game + ', lap ' : 'Lap ') + state.lap + ': ' + (state.ended_by ? 'over, ' + ways[state.ended_by] : asked(state)) + '. Pile: ' + count(state.pile, 'card') + '.', 'note where'));
    box.append(make('h2', state.may ? 'The Selves; crossed out: what ' + (data.own === undefined || data.own === null ? 'the one asked' : 'you') + ' cannot be' : 'The Selves'), selves(state, frame));
    saying.append(spot(make('span', 'Say nothing', 'slot only-lit'), 'pass'));
    box.append(saying, make('h2', 'The players'), ...state.selves.map((_, i) => thinker(state, i, frame)));
    const made = make('details');
    made.append(make('summary', 'What of this is reconstructed'), make('div', table.provenance, 'note'));
    box.append(made);
    return box;
  };
  const why = (state, clicked, place) => ({
    window: 'now say nothing, or click the Self that you are.',
    play: 'now play a card of your hand. You can declare after it.',
    trade: 'now click the card of your hand that you give to the left.',
  })[state.phase] || '';
  return { board, why, turn: state => state.lap + '/' + state.turn + '/' + state.phase };
};
