/** The shapes as JSON Schema files for editors. */
import type { TSchema } from 'typebox'
import { Resource } from '../shapes/resource'
import { CONFIG_FILES } from './compileConfig'

/** Text by file name, such as `app.schema.json`. */
export function configSchemas(): Record<string, string> {
  const shapes: Record<string, TSchema> = { 'resource.json': Resource, ...CONFIG_FILES }
  return Object.fromEntries(
    Object.entries(shapes).map(([file, shape]) => [
      file.replace('.json', '.schema.json'),
      `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title: `config/${file}`, ...shape }, null, 2)}\n`,
    ]),
  )
}
