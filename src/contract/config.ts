/** What is wrong with the config files on disk: for masters, who can have them mended. */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

export const ConfigProblem = Type.Object({
  file: Type.String(),
  line: Type.Integer({ description: 'Counts from 1' }),
  column: Type.Integer({ description: 'Counts from 1' }),
  path: Type.String({ description: 'JSON pointer of the place; empty for the file as a whole' }),
  kind: Type.Optional(
    Type.Literal('data', {
      description:
        'The config is in force, and stored records do not fit it; place is that of the rule, without a line',
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
      'Why the config on disk is refused while an earlier one stays in force, warnings of the one in force, and which stored records do not fit it; empty when all is well',
    answer: Envelope(Type.Array(ConfigProblem)),
    ours: true,
  }),
}
