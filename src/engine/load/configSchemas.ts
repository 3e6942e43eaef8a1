/** The shapes of config files for editors. */
import type { TSchema } from 'typebox'
import { Resource } from '../shapes/resource'
import { CONFIG_FILES } from './configPaths'
import type { JsonShape } from './layers/inShape'
import { overlaySchema } from './layers/overlaySchema'

/** The shapes as JSON Schema files for editors, each for whole files and for those of an overlay: texts by file name, such as `app.schema.json`. */
export function configSchemas(): Record<string, string> {
  const $schema = 'http://json-schema.org/draft-07/schema#'
  return Object.fromEntries(
    Object.entries<TSchema>({ 'resource.json': Resource, ...CONFIG_FILES }).flatMap(([file, shape]) =>
      [
        { ending: '.schema.json', title: `config/${file}`, inside: shape },
        {
          ending: '.overlay.schema.json',
          title: `config/${file}, only what differs`,
          inside: overlaySchema(shape as JsonShape),
        },
      ].map(({ ending, title, inside }) => [
        file.replace('.json', ending),
        `${JSON.stringify({ $schema, title, ...inside }, null, 2)}\n`,
      ]),
    ),
  )
}
