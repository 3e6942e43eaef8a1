/**
 * `npm run config:schema`: generates `config/schema/*.schema.json` for editors and `config/REFERENCE.md` for readers
 * from the shapes, and `i18n/parameters.json` from the sentences, for the config check.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessages, PARAMETERS, parametersFile } from '../engine/load/compileMessages'
import { configSchemas } from '../engine/load/configSchemas'
import { referenceText } from '../engine/load/reference'
import { readTexts } from '../server/config/readTexts'
import { packageRoot } from '../server/packageRoot'

const folder = join(packageRoot, 'config/schema')
const schemas = configSchemas()
await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) if (!(name in schemas)) await rm(join(folder, name))
for (const [name, text] of Object.entries(schemas)) await writeFile(join(folder, name), text)
const i18n = join(packageRoot, 'i18n')
const sentences = await readTexts(i18n)
const { messages } = compileMessages('texts' in sentences ? sentences.texts : {})
await writeFile(join(i18n, PARAMETERS), parametersFile(messages))
await writeFile(join(packageRoot, 'config/REFERENCE.md'), referenceText())
process.stdout.write(`config/schema: ${Object.keys(schemas).join(', ')}\n`)
