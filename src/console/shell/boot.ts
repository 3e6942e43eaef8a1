/** Loads config and messages before the first screen. Our server embeds them in the page; others are fetched. */
import type { CompiledConfig, Locale } from '../../engine/compiled'
import type { Messages, PageData } from '../../engine/i18n'
import { type InitialMessages, libraryMessages } from './i18n'
import { colours, FONT } from './theme/colours'

export interface StartData extends InitialMessages {
  social?: PageData['social']
}

interface ConfigResponse extends Pick<PageData, 'social'> {
  config?: CompiledConfig
  messages?: Record<string, Messages>
}

/** Reads the block `fleet-boot` in the page, or else fetches `/config.json`. @throws if neither is readable */
export async function readBoot(page: Document = document): Promise<StartData> {
  const block = page.getElementById('fleet-boot')?.textContent
  const { config, messages, social }: ConfigResponse = block?.trim() ? JSON.parse(block) : await fetchConfig()
  const locale = config?.app?.locale
  if (!config?.resources || !locale) throw new Error('unreadable config')
  const library = await libraryMessages(locale)
  return { config, library, messages: messages?.[locale] ?? {}, ...(social && { social }) }
}

/** Fetches our messages of another locale. */
export async function fetchMessages(locale: Locale): Promise<Messages> {
  const { messages } = await fetchConfig(locale)
  if (!messages?.[locale]) throw new Error(`no messages of ${locale}`)
  return messages[locale]
}

async function fetchConfig(locale?: Locale): Promise<ConfigResponse> {
  const response = await fetch(locale ? `/config.json?locale=${locale}` : '/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}

/** Shows that the start has failed. Without config there are no messages: the text is a template in `index.html`. */
export function bootFailure(root: HTMLElement): void {
  const template = document.getElementById('boot-failure')
  if (!(template instanceof HTMLTemplateElement)) return
  // Set by hand: without config there is no theme, and the Content-Security-Policy forbids other style sheets.
  Object.assign(document.body.style, { margin: '0', background: colours.dark.page, color: colours.dark.text })
  Object.assign(root.style, { font: `14px/1.5 ${FONT}`, padding: '15vh 24px', textAlign: 'center' })
  root.replaceChildren(template.content.cloneNode(true))
  root.querySelector('button')?.addEventListener('click', () => location.reload())
}
