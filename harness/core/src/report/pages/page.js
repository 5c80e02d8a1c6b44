for (const table of document.querySelectorAll('table.sortable')) {
  table.querySelectorAll('th').forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const descending = head.getAttribute('aria-sort') === 'ascending';
      const body = table.tBodies[0], rows = [...body.rows];
      const key = row => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const compare = (a, b) => (isNaN(a) || isNaN(b)) ? a.localeCompare(b) : a - b;
      rows.sort((one, other) => (descending ? -1 : 1) * compare(key(one), key(other)));
      body.append(...rows);
      table.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    });
  });
}
for (const point of document.querySelectorAll('.chart .point')) point.setAttribute('tabindex', '0');
