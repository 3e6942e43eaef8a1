/** Builds the file of a resource from the answers; what it leaves out has a default (`completeFiles`). */
import { isAtLeast, type LevelName, type Needed } from '../../domain/authority'
import { plainHeader } from '../../domain/typed'
import { KINDS } from '../../engine/kinds'
import type { ResourceFile } from '../../engine/shapes/resource'
import type { Answers, FieldAnswer } from './answers'

export function buildResource(
  { label, labelOne, menu, see, change, fields }: Answers,
  listLevelOf: (resource: string) => Needed,
): ResourceFile & { $schema: string } {
  /**
   * The level of a reference to a list that some users of the new records may not see; `undefined` for other fields.
   */
  const levelOf = ({ reference }: FieldAnswer): LevelName | undefined => {
    const level = reference === undefined ? see : listLevelOf(reference)
    return level === 'nobody' || isAtLeast(see, level) ? undefined : level
  }
  return {
    $schema: '../schema/resource.schema.json',
    label,
    ...(labelOne && { labelOne }),
    access: { list: see, show: see, create: change, edit: change, delete: change },
    import: isImportable(fields) ? change : undefined,
    menu: menu === 'none' ? undefined : { slot: menu, icon: 'list' },
    fields: Object.fromEntries(fields.map(field => [field.name, buildField(field, levelOf(field), change)])),
    list: { export: see, bulkActions: ['editField', 'export', 'remove'] },
  }
}

/** A sheet needs a header for each field, and a cell for each required one. */
function isImportable(fields: readonly FieldAnswer[]): boolean {
  const hasCell = ({ type }: FieldAnswer) => !KINDS[type].notIn.includes('cells')
  const labels = fields
    .filter(hasCell)
    .flatMap(({ label }) => [...new Set([label.ko, label.en].map(plainHeader))])
  return (
    labels.length > 0 &&
    new Set(labels).size === labels.length &&
    fields.every(field => hasCell(field) || !field.required)
  )
}

function buildField(
  { type, label, required, choices, reference }: FieldAnswer,
  level: LevelName | undefined,
  change: LevelName,
): ResourceFile['fields'][string] {
  // Do not require a value from users who cannot choose a record.
  const isChosenByAll = level === undefined || isAtLeast(change, level)
  return {
    type,
    label,
    required: (required && isChosenByAll) || undefined,
    read: level,
    write: isChosenByAll ? undefined : level,
    choices: choices.length > 0 ? choices : undefined,
    reference,
  }
}
