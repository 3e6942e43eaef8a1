/**
 * `npm run config:new-resource`: asks for a name, labels and fields, and writes a valid file into `config/resources/`. With
 * flags it asks nothing:
 *
 *     npm run config:new-resource -- --name sims --label 유심/SIM --field iccid:text:ICCID:required
 */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Locale } from '../engine/compiled'
import { compileConfig } from '../engine/load/compileConfig'
import { createTranslator, type Translate } from '../engine/load/translator'
import { readFolders } from '../server/configFolder'
import { packageRoot } from '../server/packageRoot'
import { explain } from '../server/plugins/config'
import { readTexts } from '../server/readTexts'
import { done, failed, type Outcome, runCommand, type Say } from './command'
import {
  type Answers,
  BadAnswer,
  CHANGING,
  MENU_SLOTS,
  readField,
  readLabel,
  readName,
  readOneOf,
  SEEING,
} from './newResource/answers'
import { askForResource } from './newResource/ask'
import { resourceFile, type SayBoth } from './newResource/resourceFile'

const OPTIONS = {
  name: { type: 'string' },
  label: { type: 'string' },
  menu: { type: 'string' },
  see: { type: 'string' },
  change: { type: 'string' },
  field: { type: 'string', multiple: true },
} as const

const folder = resolve(process.env.FLEET_CONFIG || join(packageRoot, 'config'))

await runCommand(async (args, sentence) => {
  const read = await readFolders({ config: folder, i18n: join(packageRoot, 'i18n') })
  if (!read.ok) return failed(...(await explain(read)))
  const say: Say = (key, params) => sentence(`new.${key}`, params)
  const resources = Object.keys(read.config.console.resources).sort()
  try {
    const answers = args.length > 0 ? fromFlags(args, resources) : await fromTerminal(say, resources)
    return answers ? await store(answers, createTranslator(read.messages), say) : failed('', say('stopped'))
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error
    return failed(say(error.key, error.params))
  }
})

/** @throws BadAnswer */
function fromFlags(args: string[], resources: readonly string[]): Answers {
  const flags = parsedFlags(args)
  const fields: Answers['fields'] = []
  for (const text of flags.field ?? []) {
    const taken = fields.map(field => field.name)
    fields.push(readField(text, taken, resources))
  }
  if (fields.length === 0) throw new BadAnswer('noFields')
  return {
    name: readName(flags.name ?? '', resources),
    label: readLabel(flags.label ?? ''),
    menu: readOneOf(flags.menu ?? 'settings', MENU_SLOTS),
    see: readOneOf(flags.see ?? 'guest', SEEING),
    change: readOneOf(flags.change ?? 'vendor', CHANGING),
    fields,
  }
}

function parsedFlags(args: string[]) {
  try {
    return parseArgs({ options: OPTIONS, args }).values
  } catch {
    throw new BadAnswer('usage')
  }
}

/** @returns nothing when the terminal is closed before the last answer */
async function fromTerminal(say: Say, resources: readonly string[]): Promise<Answers | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The iterator keeps lines that come before they are asked for, as from a pipe; `question` would lose them.
  const lines = terminal[Symbol.asyncIterator]()
  const question = async (prompt: string) => {
    terminal.setPrompt(prompt)
    terminal.prompt()
    const line = await lines.next()
    if (line.done) throw new Closed()
    return line.value
  }
  try {
    return await askForResource({
      question,
      print: line => process.stdout.write(`${line}\n`),
      say,
      resources,
    })
  } catch (error) {
    if (error instanceof Closed) return undefined
    throw error
  } finally {
    terminal.close()
  }
}

/** The terminal has no further line. */
class Closed extends Error {}

/** Writes the file when the whole config is sound with it. */
async function store(answers: Answers, translate: Translate, say: Say): Promise<Outcome> {
  const both: SayBoth = (key, params) => {
    const one = (language: Locale) => translate(language, `config.new.file.${key}`, params?.[language])
    return { ko: one('ko'), en: one('en') }
  }
  const text = `${JSON.stringify(resourceFile(answers, both), null, 2)}\n`
  const path = `resources/${answers.name}.json`
  const there = await readTexts(folder)
  const result = compileConfig({ ...('texts' in there && there.texts), [path]: text }, folder)
  if (!result.ok) return failed(...(await explain({ ok: false, errors: result.errors }, translate)))
  const file = join(folder, path)
  await writeFile(file, text, { flag: 'wx' })
  return done(say('written', { file, path: `/app/${answers.name}` }))
}
