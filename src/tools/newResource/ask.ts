/** Asks the questions in the terminal. Each is repeated until its answer is valid. */

import { createInterface } from 'node:readline/promises'
import { isReferring } from '../../engine/kinds/choices'
import type { FieldType } from '../../engine/shapes/resource'
import type { SentenceOf } from '../command'
import {
  type Answers,
  BadAnswer,
  type FieldAnswer,
  OFFERED_TYPES,
  readBasics,
  readDetail,
  readFieldName,
  readLabel,
  readOneOf,
  readType,
} from './answers'

/** @param question a sentence below `config.new.` of i18n */
type Ask = <Answer>(question: string, read: (text: string) => Answer) => Promise<Answer>

/** The input has ended. */
class InputClosed extends Error {}

/**
 * @param resources the names of existing resources
 * @returns `undefined` if the input ends before the last answer
 */
export async function askForResource(
  sentence: SentenceOf,
  resources: readonly string[],
): Promise<Answers | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The iterator keeps lines that arrive early, as from a pipe; `terminal.question` would lose them.
  const lines = terminal[Symbol.asyncIterator]()
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const ask: Ask = async (question, read) => {
    for (;;) {
      terminal.setPrompt(`${sentence(question, { resources: resources.join(', ') })} `)
      terminal.prompt()
      const line = await lines.next()
      if (line.done) throw new InputClosed()
      try {
        return read(line.value)
      } catch (error) {
        if (!(error instanceof BadAnswer)) throw error
        print(sentence(error.key, error.params))
      }
    }
  }
  try {
    print(sentence('hello'))
    const basics = await readBasics((name, read) => ask(QUESTIONS[name], read), resources)
    print(sentence('fields', { kinds: OFFERED_TYPES.join(', ') }))
    const fields: FieldAnswer[] = []
    for (;;) {
      const field = await askForField(ask, fields, resources)
      if (!field) return { ...basics, fields }
      fields.push(field)
    }
  } catch (error) {
    if (error instanceof InputClosed) return undefined
    throw error
  } finally {
    terminal.close()
  }
}

const QUESTIONS = {
  name: 'askName',
  label: 'askLabel',
  labelOne: 'askLabelOne',
  menu: 'askMenu',
  see: 'askSee',
  change: 'askChange',
} as const

/** The question for the choices or the reference; `undefined` for a type that has neither. */
function detailQuestion(type: FieldType): string | undefined {
  if (isReferring(type)) return 'askReference'
  if (type === 'select' || type === 'multi-select') return 'askChoices'
  return undefined
}

/** @returns `undefined` after the last field */
async function askForField(
  ask: Ask,
  fieldsBefore: readonly FieldAnswer[],
  resources: readonly string[],
): Promise<FieldAnswer | undefined> {
  const takenNames = fieldsBefore.map(field => field.name)
  const isEnd = (text: string) => text.trim() === '' && takenNames.length > 0
  const name = await ask('askField', text => (isEnd(text) ? undefined : readFieldName(text, takenNames)))
  if (name === undefined) return undefined
  const type = await ask('askKind', text => readType(text || 'text'))
  const label = await ask('askFieldLabel', readLabel)
  const required = await ask('askRequired', text => readOneOf(text.toLowerCase() || 'n', ['y', 'n']))
  const readDetailOfType = (text: string) => readDetail(type, text, resources)
  const question = detailQuestion(type)
  const detail = question ? await ask(question, readDetailOfType) : readDetailOfType('')
  return { name, type, label, required: required === 'y', ...detail }
}
