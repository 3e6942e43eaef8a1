/** Who may what, from the config: asked by the console to show and by the server to allow (§6). */
import { type LevelName, reaches } from '../domain/authority'
import { own } from '../domain/own'
import type {
  CompiledAction,
  CompiledColumn,
  CompiledConfig,
  CompiledField,
  CompiledFilter,
  CompiledMenuItem,
  CompiledResource,
  MenuSlot,
} from './compiled'
import type { RecordAction } from './registry'

/** True when a user of this level may do that with the records of a resource; nobody may with an unknown resource. */
export function may(config: CompiledConfig, level: number, resource: string, action: RecordAction): boolean {
  const needed = own(config.resources, resource)
  return needed !== undefined && reaches(level, needed.access[action], config.levels.numbers)
}

/** The links of a menu slot that this level sees, in their order. */
export function menuFor(config: CompiledConfig, level: number, slot: MenuSlot): CompiledMenuItem[] {
  const sees = (needed: LevelName) => reaches(level, needed, config.levels.numbers)
  return sees(config.menu.slots[slot].level)
    ? config.menu.items.filter(item => item.slot === slot && sees(item.level))
    : []
}

/** Those of these parts of a list (columns, filters, actions) that this level has. */
export function partsFor<Part extends CompiledColumn | CompiledFilter | CompiledAction>(
  config: CompiledConfig,
  level: number,
  parts: readonly Part[],
): Part[] {
  return parts.filter(part => reaches(level, part.level, config.levels.numbers))
}

/** The fields of a resource that this level may see. */
export function readableFields(
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
): CompiledField[] {
  return Object.values(resource.fields).filter(field => reaches(level, field.read, config.levels.numbers))
}

/** True when this level may set the field. */
export function mayWrite(config: CompiledConfig, level: number, field: CompiledField): boolean {
  return field.write !== 'never' && reaches(level, field.write, config.levels.numbers)
}
