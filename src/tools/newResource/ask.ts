/** The questions, one after the other, each until its answer can be used. */
import { FIELD_TYPES } from '../../engine/shapes/resource'
import type { Say } from '../command'
import {
  type Answers,
  BadAnswer,
  CHANGING,
  type FieldAnswer,
  MENU_SLOTS,
  readDetail,
  readFieldName,
  readLabel,
  readName,
  readOneOf,
  readType,
  SEEING,
} from './answers'

export interface Asking {
  /** @throws when there is no further answer */
  question: (prompt: string) => Promise<string>
  print: (line: string) => unknown
  /** A sentence below `config.new.` */
  say: Say
  /** The resources that are there. */
  resources: readonly string[]
}

/** @throws what `question` throws when it is closed before the last answer */
export async function askForResource(asking: Asking): Promise<Answers> {
  const { resources, print, say } = asking
  print(say('hello'))
  const name = await ask(asking, 'askName', text => readName(text, resources))
  const label = await ask(asking, 'askLabel', readLabel)
  const menu = await ask(asking, 'askMenu', text => readOneOf(text || 'settings', MENU_SLOTS))
  const see = await ask(asking, 'askSee', text => readOneOf(text || 'guest', SEEING))
  const change = await ask(asking, 'askChange', text => readOneOf(text || 'vendor', CHANGING))
  const fields: FieldAnswer[] = []
  print(say('fields', { kinds: FIELD_TYPES.join(', ') }))
  for (let field = await askForField(asking, fields); field; field = await askForField(asking, fields)) {
    fields.push(field)
  }
  return { name, label, menu, see, change, fields }
}

/** @returns nothing when the user has no further field */
async function askForField(asking: Asking, before: readonly FieldAnswer[]): Promise<FieldAnswer | undefined> {
  const taken = before.map(field => field.name)
  const isEnd = (text: string) => text.trim() === '' && taken.length > 0
  const name = await ask(asking, 'askField', text => (isEnd(text) ? undefined : readFieldName(text, taken)))
  if (name === undefined) return undefined
  const type = await ask(asking, 'askKind', text => readType(text || 'text'))
  const label = await ask(asking, 'askFieldLabel', readLabel)
  const required = await ask(asking, 'askRequired', text => readOneOf(text.toLowerCase() || 'n', ['y', 'n']))
  const question = type === 'reference' ? 'askReference' : 'askChoices'
  const hasDetail = type === 'reference' || type === 'select' || type === 'multi-select'
  const detail = hasDetail
    ? await ask(asking, question, text => readDetail(type, text, asking.resources))
    : readDetail(type, '', asking.resources)
  return { name, type, label, required: required === 'y', ...detail }
}

async function ask<Answer>(
  { question, print, say, resources }: Asking,
  key: string,
  read: (text: string) => Answer,
): Promise<Answer> {
  for (;;) {
    const text = await question(`${say(key, { resources: resources.join(', ') })} `)
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error
      print(say(error.key, error.params))
    }
  }
}
