/** Texts and levels of config, as they are written and as they are compiled. */
import type { LevelName } from '../../domain/authority'
import type { Words } from '../compiled'
import type { LevelRef, Text } from '../shapes/text'

/** Both languages of a text; Korean alone stands for both. */
export function words(text: Text): Words
export function words(text: Text | undefined): Words | undefined
export function words(text: Text | undefined): Words | undefined {
  return typeof text === 'string' ? { ko: text, en: text } : text
}

/** A level by its own name; `none` where nothing else is said. */
export type LevelOf = (ref: LevelRef | undefined, usual?: LevelName) => LevelName

/** @param manager the level that the alias `manager` stands for (decision 4) */
export const levelReader =
  (manager: LevelName): LevelOf =>
  (ref, usual = 'none') =>
    ref === 'manager' ? manager : (ref ?? usual)
