/** Config and sentences before the first screen: from the page where our server put them, else fetched. */
import type { CompiledConfig, Locale } from '../../engine/compiled'
import type { Messages, PageData } from '../../engine/i18n'
import { type FirstMessages, librarySentences } from './i18n'
import { colours, FONT } from './theme/colours'

export interface StartData extends FirstMessages {
  social?: PageData['social']
}

interface Delivered extends Pick<PageData, 'social'> {
  config?: CompiledConfig
  messages?: Record<string, Messages>
}

/** Reads the block in the page, or fetches `/config.json`. @throws when there is neither, or it cannot be read */
export async function readBoot(page: Document = document): Promise<StartData> {
  const block = page.getElementById('fleet-boot')?.textContent
  const { config, messages, social }: Delivered = block?.trim() ? JSON.parse(block) : await fetchConfig()
  const locale = config?.app?.locale
  if (!config?.resources || !locale) throw new Error('unreadable config')
  const library = await librarySentences(locale)
  return { config, library, messages: messages?.[locale] ?? {}, ...(social && { social }) }
}

/** The sentences of another locale. */
export async function fetchMessages(locale: Locale): Promise<Messages> {
  const { messages } = await fetchConfig(locale)
  if (!messages?.[locale]) throw new Error(`no messages of ${locale}`)
  return messages[locale]
}

async function fetchConfig(locale?: Locale): Promise<Delivered> {
  const response = await fetch(locale ? `/config.json?locale=${locale}` : '/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}

/**
 * The page when there is no readable config: neither sentences nor look can be relied on then, so the text waits in
 * `index.html` and is only uncovered here.
 */
export function bootFailure(root: HTMLElement): void {
  const template = document.getElementById('boot-failure')
  if (!(template instanceof HTMLTemplateElement)) return
  // There is no theme without config, and the page's CSP takes no style sheet without one: the few colours are set by
  // hand.
  Object.assign(document.body.style, { margin: '0', background: colours.dark.page, color: colours.dark.text })
  Object.assign(root.style, { font: `14px/1.5 ${FONT}`, padding: '15vh 24px', textAlign: 'center' })
  root.replaceChildren(template.content.cloneNode(true))
  root.querySelector('button')?.addEventListener('click', () => location.reload())
}
