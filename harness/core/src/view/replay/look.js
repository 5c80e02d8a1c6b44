'use strict';
const byId = id => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const make = (name, text, kind) => { const e = document.createElement(name); if (text !== undefined && text !== null) e.textContent = text; if (kind) e.className = kind; return e; };
const titled = (element, title) => { element.title = title; element.setAttribute('aria-label', title); if (!element.hasAttribute('role')) element.setAttribute('role', 'img'); return element; };
// What can be clicked to pick an action, by the name that actions call it by.
const spot = (element, name) => { element.dataset.at = name; return element; };
const who = seat => data.seats[seat - 1] + (seat - 1 === data.own ? '' : ' (seat ' + seat + ')');
const count = (n, what) => n + ' ' + what + (n === 1 ? '' : 's');
const tree = state => make('pre', JSON.stringify(state, null, 1));
const drawings = {};
const drawn = () => (drawings[data.game] || (() => ({ board: tree })))(data.table);

// The scores of all seats over time, each a step line; `at` of them can be clicked.
const colours = ['--c0', '--c1', '--c2', '--c3', '--c4', '--c5'];
const chart = (svg, all, clicked) => {
  const last = Math.max(1, all.length - 1), top = Math.max(1, ...all.flat()), low = Math.min(0, ...all.flat());
  const up = v => 150 - 135 * (v - low) / (top - low), across = i => 40 + 640 * i / last;
  svg.replaceChildren(); svg.setAttribute('viewBox', '0 0 700 170'); svg.setAttribute('role', 'img'); svg.setAttribute('aria-label', 'Scores over time');
  const add = (kind, set, text) => { const e = document.createElementNS(svg.namespaceURI, kind); for (const k in set) e.setAttribute(k, set[k]); if (text) e.textContent = text; svg.append(e); return e; };
  [low, top].forEach(v => { add('line', { x1: 40, x2: 690, y1: up(v), y2: up(v), stroke: 'var(--line)' }); add('text', { x: 34, y: up(v) + 4, 'text-anchor': 'end', 'font-size': 13, fill: 'var(--soft)' }, String(v)); });
  all[0].forEach((_, seat) => {
    let path = 'M' + across(0) + ',' + up(all[0][seat]);
    for (let i = 1; i < all.length; i++) path += 'H' + across(i) + 'V' + up(all[i][seat]);
    add('path', { d: path, fill: 'none', stroke: 'var(' + colours[seat % 6] + ')', 'stroke-width': 2.5, 'stroke-dasharray': ['', '8 3', '3 3', '10 3 3 3', '1 4', '14 4'][seat % 6] });
  });
  const cursor = clicked && add('line', { x1: 0, x2: 0, y1: 5, y2: 155, stroke: 'var(--ink)', 'stroke-dasharray': '3 3' });
  if (clicked) svg.addEventListener('click', e => { const box = svg.getBoundingClientRect(); clicked(Math.round(((e.clientX - box.left) / box.width * 700 - 40) / 640 * last)); });
  const keys = make('div');
  data.seats.forEach((_, seat) => { const key = make('span', undefined, 'key'), i = make('i'); i.style.background = 'var(' + colours[seat % 6] + ')'; key.append(i, who(seat + 1) + ' ' + all[all.length - 1][seat]); keys.append(key); });
  return { keys, move: i => cursor.setAttribute('transform', 'translate(' + across(i) + ',0)') };
};
