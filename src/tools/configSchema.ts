/** `npm run config:schema`: writes `config/schema/*.schema.json` from the shapes, for completion and checks in editors. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configSchemas } from '../engine/load/schemas'
import { packageRoot } from '../server/packageRoot'

const folder = join(packageRoot, 'config/schema')
const schemas = configSchemas()
await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) if (!(name in schemas)) await rm(join(folder, name))
for (const [name, text] of Object.entries(schemas)) await writeFile(join(folder, name), text)
process.stdout.write(`config/schema: ${Object.keys(schemas).join(', ')}\n`)
