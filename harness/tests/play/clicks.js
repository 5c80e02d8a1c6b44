// Plays the match on the page to its end by clicks on the board: what the adviser would play, by the places that light up, or by the
// sentence below the board if no place stands for it. Every seventh turn is taken back and picked again. What is clicked must not be
// covered.
(async () => {
  const wait = async (what, why) => { const late = Date.now() + 60000; while (!what()) { if (Date.now() > late) throw new Error('never ' + why + ': ' + byId('wrong').textContent); await new Promise(done => setTimeout(done, 2)); } };
  const press = node => {
    node.scrollIntoView({ block: 'center' });
    const box = node.getBoundingClientRect(), there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!there || !node.contains(there) && !there.contains(node)) throw new Error('covered: ' + node.outerHTML + ' by ' + (there && there.outerHTML.slice(0, 200)));
    node.click();
  };
  const told = { turns: 0, clicks: 0, deeds: 0, undone: 0, rounds: 0, marked: 0, lost: 0 };
  for (;;) {
    await wait(() => view && !busy && (view.end || view.phase === 'round' || view.phase === 'own' && !view.complete), 'to move');
    if (view.end) break;
    if (view.phase === 'round') {
      // The last proof stays until the person goes on, with its verdicts and the points.
      const shown = [...document.querySelectorAll('#round-points td')].map(cell => cell.textContent);
      if (!view.round_end.points.every((points, seat) => shown.includes(String(points)) && shown.includes(String(view.round_end.scores[seat])))) throw new Error('no points: ' + shown);
      if (view.round_end.board.proof !== undefined && !byId('board').querySelector('details').open) throw new Error('no reason');
      told.rounds++;
      press(byId('continue'));
      await wait(() => !busy && view.phase !== 'round', 'continued');
      continue;
    }
    if (!byId('marked').hidden) told.marked++;
    const undo = told.turns % 7 === 3;
    await ask({ do: 'advise' });
    const first = (view.turns.find(turn => turn.number === view.advice.best.number) || view.turns[0]).first;
    for (let again = undo ? 2 : 1; again; again--) {
      while (!view.complete) {
        const picked = view.picked.length, wanted = picked ? view.turns[0].first : first, step = view.steps.find(step => step.action === wanted);
        for (const name of step.places) {
          if (busy) break;
          const node = [...byId('board').querySelectorAll('.lit[data-at]')].find(one => one.dataset.at === name && one.getAttribute('aria-pressed') !== 'true');
          if (!node) throw new Error('not lit: ' + name + ' of ' + step.action);
          press(node); told.clicks++;
        }
        if (!busy) { const deed = [...document.querySelectorAll('#deeds button')].find(one => one.dataset.step === step.action); if (!deed) throw new Error('no way to ' + step.action + ' ' + JSON.stringify(step) + JSON.stringify(clicks)); press(deed); told.deeds++; }
        await wait(() => !busy && view.picked.length > picked, 'picked ' + step.action);
      }
      if (again === 2) { while (view.picked.length) { const n = view.picked.length; press(byId('undo')); await wait(() => !busy && view.picked.length < n, 'taken back'); } told.undone++; }
    }
    if (byId('wrong').textContent) throw new Error(byId('wrong').textContent);
    press(byId('commit'));
    await wait(() => !busy && !view.picked.length, 'played');
    told.turns++;
  }
  return Object.assign(told, { end: byId('end-text').textContent, log: view.log, logged: byId('log').children.length });
})()
