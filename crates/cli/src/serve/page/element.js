// Elements of HTML and SVG, made in one call. The policy of the page forbids styles and scripts in text; there are none.

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

// An element of HTML; a function among the attributes listens to the event of that name. No button made here submits a form.
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), tag === 'button' ? { type: 'button', ...attributes } : attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

export const byId = id => document.getElementById(id);
export const onClick = (id, act) => byId(id).addEventListener('click', act);

// Scrolls as little as it takes to have an element in sight.
export const inSight = id => byId(id).scrollIntoView({ block: 'nearest' });
