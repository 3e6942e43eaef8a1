/** Generates the JSON Schema files of config, for editors (`npm run config:schema`). */
import type { TSchema } from 'typebox'
import { Comparison, Condition } from '../shapes/condition'
import { Bound } from '../shapes/fieldRules'
import { CellWords, Level, Slot } from '../shapes/files'
import { ResourceFile } from '../shapes/resource'
import { LevelRef, Text } from '../shapes/text'
import { compactJson } from './compactJson'
import { CONFIG_FILES } from './configPaths'
import type { JsonShape } from './layers/mergeShape'
import { overlaySchema } from './layers/overlaySchema'
import { type Schema, withDefinitions } from './schemaDefinitions'

/** Shapes with the names of their definitions; the definitions of others are named after a key of the file. */
const NAMED_SHAPES: Readonly<Record<string, TSchema>> = {
  text: Text,
  level: LevelRef,
  condition: Condition,
  comparison: Comparison,
  bound: Bound(''),
  levelEntry: Level(''),
  slot: Slot(''),
  words: CellWords(''),
}

/** `NAMED_SHAPES`, and for each object among them the schema of its changes in an overlay, such as `slotChanges`. */
const NAMED_SCHEMAS: Readonly<Record<string, Schema>> = {
  ...(NAMED_SHAPES as Readonly<Record<string, Schema>>),
  ...Object.fromEntries(
    Object.entries(NAMED_SHAPES)
      .filter(([, shape]) => 'properties' in shape)
      .map(([name, shape]) => [`${name}Changes`, overlaySchema(shape as JsonShape) as Schema]),
  ),
}

const $schema = 'https://json-schema.org/draft/2020-12/schema'

/** JSON Schema files by name: `app.schema.json` for a whole file, `app.overlay.schema.json` for one of an overlay. */
export function configSchemas(): Record<string, string> {
  const files = Object.entries<TSchema>({ 'resource.json': ResourceFile, ...CONFIG_FILES })
  return Object.fromEntries(
    files.flatMap(([file, shape]) => {
      const name = file.replace('.json', '')
      const schemas = { whole: shape as Schema, overlay: overlaySchema(shape as JsonShape) as Schema }
      const { whole, overlay } = withDefinitions(`${name}.schema.json`, schemas, NAMED_SCHEMAS)
      return [
        [`${name}.schema.json`, compactJson({ $schema, title: `config/${file}`, ...whole })],
        [
          `${name}.overlay.schema.json`,
          compactJson({ $schema, title: `config/${file}, only what differs`, ...overlay }),
        ],
      ]
    }),
  )
}
