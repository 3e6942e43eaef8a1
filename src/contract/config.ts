/** What is wrong with the config files on disk: for masters, who can have them mended. */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

export const ConfigProblem = Type.Object({
  file: Type.String(),
  line: Type.Integer({ description: 'Counts from 1' }),
  column: Type.Integer({ description: 'Counts from 1' }),
  path: Type.String({ description: 'JSON pointer of the place; empty for the file as a whole' }),
  isNotice: Type.Optional(Type.Boolean({ description: 'The config is in force, and records do not fit it' })),
  message: Type.String({ description: 'What is wrong and what to do, in the language of the request' }),
})
export type ConfigProblem = Static<typeof ConfigProblem>

export const config = {
  problems: get('/api/config/problems', 'master', {
    summary:
      'Why the config on disk is refused while an earlier one stays in force; empty when it is in force',
    answer: Envelope(Type.Array(ConfigProblem)),
    ours: true,
  }),
}
