/** Building blocks of the shapes: texts, names, numbers, objects and files. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES } from '../../domain/authority'

/** Korean alone, or Korean and English. */
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

/** A text in both languages; `en` repeats the Korean text if config has no English one. */
export interface Words {
  ko: string
  en: string
}

/** A text with a description for editors. */
export const TextFor = (description: string) => Type.Unsafe<Text>({ ...Text, description })

/** One of these names. */
export const OneOf = <const Name extends string>(
  names: readonly Name[],
  description?: string,
  defaultName?: NoInfer<Name>,
) =>
  Type.Enum([...names], {
    ...(description && { description }),
    ...(defaultName && { default: defaultName }),
  })

/** The names by which config refers to levels: their own, and the alias `manager` (`levels.json`). */
export const LEVEL_REFS = [...LEVEL_NAMES, 'manager'] as const

export const LevelRef = OneOf(LEVEL_REFS, 'Name of a level in levels.json')
export type LevelRef = Static<typeof LevelRef>

export const isLevelRef = (name: string): name is LevelRef => LEVEL_REFS.some(ref => ref === name)

/** The name of a level, with a description for editors. */
export const LevelFor = (description: string) => OneOf(LEVEL_REFS, description)

/** A whole number. */
export const Count = (description: string, minimum = 1, maximum = 1_000_000_000) =>
  Type.Integer({ minimum, maximum, description })

/** A time span of at most a day. */
export const Milliseconds = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: 86_400_000, description: `${description} (ms)` })

/** An object in which undeclared keys are errors. */
export const StrictObject = <P extends Parameters<typeof Type.Object>[0]>(
  properties: P,
  description?: string,
) => Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) })

/** A file of config, which may name its JSON Schema for editors. */
export const FileShape = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  StrictObject({
    $schema: Type.Optional(Type.String({ description: 'Schema for completion and checks in editors' })),
    ...properties,
  })
