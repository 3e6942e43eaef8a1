/**
 * `npm run config:new-resource`: asks for a name, labels and fields, and writes a valid file into `config/resources/`.
 * Flags replace the questions:
 *
 *     npm run config:new-resource -- --name sims --label 유심/SIM --field iccid:text:ICCID:required
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CompiledConfig } from '../engine/compiled'
import { compileConfig } from '../engine/load/compileConfig'
import { createTranslator, type Translate } from '../engine/load/compileMessages'
import { foldersOf, readFolders } from '../server/config/configFolder'
import { explain } from '../server/config/openConfig'
import { readTexts } from '../server/config/readTexts'
import { packageRoot } from '../server/packageRoot'
import { done, failed, type Outcome, runCommand, type SentenceOf } from './command'
import { type Answers, BadAnswer, readBasics, readField } from './newResource/answers'
import { askForResource } from './newResource/ask'
import { buildResource } from './newResource/buildResource'

const OPTIONS = {
  name: { type: 'string' },
  label: { type: 'string' },
  'label-one': { type: 'string' },
  menu: { type: 'string' },
  see: { type: 'string' },
  change: { type: 'string' },
  field: { type: 'string', multiple: true },
} as const

const folder = resolve(process.env.FLEET_CONFIG || join(packageRoot, 'config'))
const places = foldersOf({ config: folder, i18n: process.env.FLEET_I18N || undefined })

await runCommand(async (args, commandSentence) => {
  const folders = await readFolders(places)
  if (!folders.ok) return failed(...(await explain(folders)))
  const sentence: SentenceOf = (key, params) => commandSentence(`new.${key}`, params)
  const compiled = folders.config.shared.resources
  const resources = Object.keys(compiled).sort()
  try {
    const answers =
      args.length > 0 ? await readFlags(args, resources) : await askForResource(sentence, resources)
    return answers
      ? await store(answers, createTranslator(folders.messages), sentence, compiled)
      : failed('', sentence('stopped'))
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error
    return failed(sentence(error.key, error.params))
  }
})

/** @throws BadAnswer */
async function readFlags(args: string[], resources: readonly string[]): Promise<Answers> {
  const { field: fieldTexts = [], ...flags } = parseFlags(args)
  const fields: Answers['fields'] = []
  for (const text of fieldTexts) {
    const takenNames = fields.map(field => field.name)
    fields.push(readField(text, takenNames, resources))
  }
  if (fields.length === 0) throw new BadAnswer('noFields')
  const basics = await readBasics(
    async (name, read) => read(flags[name === 'labelOne' ? 'label-one' : name] ?? ''),
    resources,
  )
  return { ...basics, fields }
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ options: OPTIONS, args }).values
  } catch {
    throw new BadAnswer('usage')
  }
}

/** Writes the file if the config is valid with it. */
async function store(
  answers: Answers,
  translate: Translate,
  sentence: SentenceOf,
  resources: CompiledConfig['resources'],
): Promise<Outcome> {
  const built = buildResource(answers, name => resources[name]!.access.list)
  const text = `${JSON.stringify(built, null, 2)}\n`
  const path = `resources/${answers.name}.json`
  const [existing, delivered] = await Promise.all([readTexts(folder), readTexts(places.config)])
  // If the written folder is the owner's, config is compiled with the delivered files too.
  const deliveredTexts = places.own?.config && 'texts' in delivered ? delivered.texts : undefined
  const result = compileConfig(
    { ...('texts' in existing && existing.texts), [path]: text },
    folder,
    deliveredTexts && { files: deliveredTexts, folder: places.config },
  )
  if (!result.ok) return failed(...(await explain({ ok: false, errors: result.errors }, translate)))
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, { flag: 'wx' })
  return done(sentence('written', { file, path: `/app/${answers.name}` }))
}
