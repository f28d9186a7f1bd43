// Explanations: an element with data-tip shows it while it is pointed at, focused or tapped.
(() => {
  let tip = null, owner = null;
  const hide = () => { tip?.remove(); owner?.removeAttribute('aria-describedby'); tip = owner = null; };
  const show = element => {
    if (owner === element) return;
    hide();
    owner = element;
    tip = document.createElement('div');
    tip.id = 'tip';
    tip.className = 'tip';
    tip.setAttribute('role', 'tooltip');
    tip.textContent = element.dataset.tip;
    document.body.append(tip);
    const box = element.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const below = box.bottom + 6 + own.height < innerHeight || box.top < own.height + 6;
    const left = Math.min(box.left, innerWidth - own.width - 8);
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below ? box.bottom + 6 : box.top - own.height - 6}px`;
    element.setAttribute('aria-describedby', 'tip');
  };
  const explained = event => event.target.closest?.('[data-tip]');
  const follow = event => { const element = explained(event); if (element) show(element); else hide(); };
  addEventListener('pointerover', event => { if (event.pointerType === 'mouse') follow(event); });
  addEventListener('focusin', follow);
  addEventListener('click', follow);
  addEventListener('scroll', hide, true);
  addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
})();
