/** `config/levels.json`: the levels of users, their numbers and names (§6). */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { ConfigFile, Few, Strict, Text } from './text'

const Level = Strict({
  value: Type.Integer({ minimum: 0, maximum: 1000, description: 'Higher may more' }),
  label: Text,
})

export const LevelsFile = ConfigFile({
  levels: Strict({ none: Level, guest: Level, client: Level, vendor: Level, master: Level } satisfies Record<
    LevelName,
    typeof Level
  >),
  aliases: Strict(
    { manager: Few(LEVEL_NAMES, 'The level that "manager" stands for') },
    'Further names of levels',
  ),
})
export type LevelsFile = Static<typeof LevelsFile>
