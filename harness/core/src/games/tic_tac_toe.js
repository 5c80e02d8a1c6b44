drawings['tic-tac-toe'] = () => {
  const board = state => {
    const box = make('div', undefined, 'cells');
    [...state.board].forEach((mark, i) => box.append(titled(spot(make('span', mark === '.' ? '' : mark), 'cell:' + (i + 1)), 'cell ' + (i + 1) + (mark === '.' ? ', free' : ', ' + mark))));
    return box;
  };
  return { board };
};
