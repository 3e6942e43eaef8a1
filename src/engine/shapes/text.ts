/** Texts in config: Korean alone, or Korean and English. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES } from '../../domain/authority'

export const Text = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object(
      {
        ko: Type.String({ minLength: 1, description: 'In Korean' }),
        en: Type.String({ minLength: 1, description: 'In English' }),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'Korean text, or {"ko": …, "en": …}' },
)
export type Text = Static<typeof Text>

/** The same with its own description, for editors. */
export const TextFor = (description: string) => Type.Unsafe<Text>({ ...Text, description })

/** One of a few names. */
export const Few = <const Name extends string>(
  names: readonly Name[],
  description?: string,
  usual?: NoInfer<Name>,
) => Type.Enum([...names], { ...(description && { description }), ...(usual && { default: usual }) })

export const LevelRef = Few([...LEVEL_NAMES, 'manager'], 'Name of a level in levels.json')
export type LevelRef = Static<typeof LevelRef>

/** The same with its own description. */
export const LevelFor = (description: string) => Few([...LEVEL_NAMES, 'manager'], description)

/** A whole number. */
export const Count = (description: string, minimum = 1, maximum = 1_000_000_000) =>
  Type.Integer({ minimum, maximum, description })

/** A span of time, a day at most. */
export const Milliseconds = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: 86_400_000, description: `${description} (ms)` })

/** A shape of config: keys that are not named are errors. */
export const Strict = <P extends Parameters<typeof Type.Object>[0]>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) })

/** A whole file, which may name its JSON Schema. */
export const FileShape = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Strict({
    $schema: Type.Optional(Type.String({ description: 'Schema for completion and checks in editors' })),
    ...properties,
  })
