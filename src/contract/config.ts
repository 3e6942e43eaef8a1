/** Problems of the config files on disk and of the service, shown to masters. */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

export const ConfigProblem = Type.Object({
  file: Type.String(),
  line: Type.Integer({ description: 'Counts from 1' }),
  column: Type.Integer({ description: 'Counts from 1' }),
  path: Type.String({ description: 'JSON pointer into the file; empty for the whole file' }),
  kind: Type.Optional(
    Type.Enum(['data', 'service'], {
      description:
        '`data`: the config is in force, but stored records violate it; `path` leads to the violated rule, and line and ' +
        'column are always 1. `service`: something that the server needs is away; there is no file',
    }),
  ),
  message: Type.String({ description: 'What is wrong and what to do, in the language of the request' }),
  severity: Type.Enum(['error', 'warning'], {
    description: 'An error keeps the files from being used; with warnings they are in force',
  }),
})
export type ConfigProblem = Static<typeof ConfigProblem>

export const config = {
  problems: get('/api/config/problems', 'master', {
    summary:
      'Errors of refused config files (the earlier config stays in force), warnings of the config in force, stored records that violate it, and a broker that is away; empty without problems',
    answer: Envelope(Type.Array(ConfigProblem)),
    ours: true,
  }),
}
