/** Config and sentences before the first screen: from the page where our server put them, else fetched (ARCHITECTURE.md). */
import type { CompiledConfig, Locale } from '../../engine/compiled'
import type { Messages } from '../../engine/messages'

export interface Boot {
  config: CompiledConfig
  /** The sentences of the config's own locale. */
  messages: Messages
}

/** Reads the block in the page, or fetches `/config.json`. @throws when there is neither, or it cannot be read */
export async function readBoot(page: Document = document): Promise<Boot> {
  const block = page.getElementById('fleet-boot')?.textContent
  return bootOf(block?.trim() ? JSON.parse(block) : await fetchConfig())
}

/** The sentences of another locale. */
export async function fetchMessages(locale: Locale): Promise<Messages> {
  const answer = await fetchConfig(locale)
  const messages = (answer as { messages?: Record<string, Messages> }).messages?.[locale]
  if (!messages) throw new Error(`no messages of ${locale}`)
  return messages
}

async function fetchConfig(locale?: Locale): Promise<unknown> {
  const response = await fetch(locale ? `/config.json?locale=${locale}` : '/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}

function bootOf(value: unknown): Boot {
  const { config, messages } = value as { config?: CompiledConfig; messages?: Record<string, Messages> }
  const own = config?.app?.locale
  if (!config?.resources || !own) throw new Error('unreadable config')
  return { config, messages: messages?.[own] ?? {} }
}
