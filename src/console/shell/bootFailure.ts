/**
 * The page when there is no readable config: neither sentences nor look can be relied on then, so the text waits in
 * `index.html` and is only uncovered here.
 */
import { colours, FONT } from './theme'

export function bootFailure(root: HTMLElement): void {
  const template = document.getElementById('boot-failure')
  if (!(template instanceof HTMLTemplateElement)) return
  // There is no theme without config, and the page's CSP takes no style sheet without one: the few colours are set by hand.
  Object.assign(document.body.style, { margin: '0', background: colours.dark.page, color: colours.dark.text })
  Object.assign(root.style, { font: `14px/1.5 ${FONT}`, padding: '15vh 24px', textAlign: 'center' })
  root.replaceChildren(template.content.cloneNode(true))
  root.querySelector('button')?.addEventListener('click', () => location.reload())
}
