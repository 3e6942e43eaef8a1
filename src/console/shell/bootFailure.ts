/**
 * The page when there is no readable config: neither sentences nor look can be relied on then, so the text waits in
 * `index.html` and is only uncovered here.
 */
export function bootFailure(root: HTMLElement): void {
  const template = document.getElementById('boot-failure')
  if (!(template instanceof HTMLTemplateElement)) return
  root.replaceChildren(template.content.cloneNode(true))
  root.querySelector('button')?.addEventListener('click', () => location.reload())
}
