drawings['ergo-invicta'] = () => {
  const files = 'abcdefghij';
  const squares = ends => {
    const [a, b] = ends.split('-').map(text => [files.indexOf(text[0]), +text.slice(1)]), n = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
    return Array.from({ length: n + 1 }, (_, k) => files[a[0] + (b[0] - a[0]) / n * k] + (a[1] + (b[1] - a[1]) / n * k));
  };
  const stone = (white, lion) => make('span', lion ? '♛' : '', 'stone ' + (white ? 'white' : 'black') + (lion ? '' : ' hollow'));
  const side = (state, white, left) => {
    const box = make('div', undefined, 'reserve'), seat = white === (state.white === 1) ? 1 : 2;
    box.append(make('span', (white ? 'White: ' : 'Black: ') + data.seats[seat - 1] + ', ' + left + ' to place' + (state.to_move === seat ? ', to move' : '')));
    for (let i = 0; i < left; i++) box.append(stone(white, false));
    if (state.to_move === seat) box.classList.add('move');
    return box;
  };
  const board = (state, frame) => {
    const box = make('div'), field = make('div', undefined, 'field'), [rows, , reserve] = state.position.split(' '), [white, black] = reserve.split('+').map(Number);
    const five = state.line ? squares(state.line) : [];
    rows.split('/').forEach((text, i) => {
      const rank = 9 - i, letters = [...text.matchAll(/\d+|\D/g)].flatMap(([run]) => /\d/.test(run) ? new Array(+run).fill('') : [run]);
      field.append(make('b', String(rank)));
      letters.forEach((letter, file) => {
        const name = files[file] + rank, edge = file === 0 || file === 9 || rank === 1 || rank === 9;
        const square = spot(make('div', undefined, 'square' + (edge ? ' edge' : '') + (state.last.includes(name) ? ' last' : '') + (five.includes(name) ? ' five' : '')), name);
        const what = { L: 'a white lion', H: 'a white hollow piece', l: 'a black lion', h: 'a black hollow piece' }[letter] || 'empty';
        if (letter) square.append(stone(letter === 'L' || letter === 'H', letter.toUpperCase() === 'L'));
        field.append(titled(square, name + ', ' + what));
      });
    });
    field.append(make('b'), ...[...files].map(file => make('b', file)));
    const told = state.ended_by ? 'Over: ' + state.ended_by : 'Ply ' + (state.ply + 1) + (state.count > 1 ? ', this position for the ' + ['', '', 'second', 'third'][state.count] + ' time' : '');
    box.append(make('p', (state.game > 1 ? 'Game ' + state.game + '. ' : '') + told, 'note where'), side(state, false, black), field, side(state, true, white));
    box.append(make('p', 'Crowned pieces are lions, rings are hollow pieces. The darker squares are the edge.', 'note'));
    return box;
  };
  const why = (state, clicked, place, label) => {
    const own = (state.white === data.own + 1 ? 'white' : 'black');
    if (!place) return 'click an empty square to place a piece, or one of your pieces to move it.';
    if (clicked.length && !label.endsWith('empty')) return 'the square is taken. Nothing is captured, and nothing jumps.';
    if (clicked.length) return 'the piece cannot go there. A hollow piece moves one square forwards, backwards or sideways; a lion also diagonally, or along the edge.';
    if (label.endsWith('empty')) return 'you have no piece left to place. Click one of your pieces, then its target.';
    return label.includes(own) ? 'this piece is blocked: no square is free for it.' : 'this is a piece of your opponent.';
  };
  return { board, why, who: (seat, state) => data.seats[seat - 1] + (seat === state.white ? ' (White)' : ' (Black)') };
};
