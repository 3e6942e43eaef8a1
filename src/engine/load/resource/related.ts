/** The records of other resources that refer to a record, as tabs of its page (`related`). */
import { ownValue } from '../../../domain/own'
import type { CompiledRelated, CompiledResource } from '../../compiled'
import { relatedKey } from '../../fields/related'
import { isReferring } from '../../kinds/choices'
import type { Location } from '../Location'
import { localized } from '../texts'
import { effectsOf, type ResourceCheck, type ResourceContext } from './context'

export function compileRelated({ file, root, names, fileOf, levelOf }: ResourceContext) {
  return file.related?.map(({ resource, by, label, columns, level }, at): CompiledRelated => {
    root.at('related', at, 'resource').expectKnown(resource, names, 'unknownResource')
    const named = localized(label ?? fileOf(resource)?.label ?? resource)
    return { resource, by, label: named, columns, level: levelOf(level) }
  })
}

/** Each entry needs a list, a reference to these records, and a page of these records to stand on. */
export function checkRelated({ name, root, resource, resources, file, effects }: ResourceCheck): void {
  const { related } = resource
  if (!related) return
  const hasPage = effects.page ? file.page !== undefined : file.form !== undefined && !effects.adds
  if (!hasPage) root.at('related').reportKey('relatedNowhere', { name })
  root.at('related').expectUnique(related.map(relatedKey))
  for (const [at, { resource: named, by, columns = [] }] of related.entries()) {
    const other = ownValue(resources, named)
    if (!other) continue
    const loc = root.at('related', at)
    // The list of orders has its own call and cannot be a tab.
    if (!other.list || effectsOf(named).adds) {
      loc.at('resource').report('relatedList', { name: named })
      continue
    }
    const fields = leadingTo(other, name)
    if (fields.length === 0) loc.at('by').report('relatedNone', { name: by, other: named, resource: name })
    else loc.at('by').expectKnown(by, fields, 'relatedField')
    checkColumns(columns, other, loc.at('columns'))
  }
}

const leadingTo = ({ fields }: CompiledResource, name: string): string[] =>
  Object.values(fields).flatMap(field =>
    isReferring(field.type) && field.reference === name && !field.name.includes('.') ? [field.name] : [],
  )

function checkColumns(columns: readonly string[], { list }: CompiledResource, loc: Location): void {
  const known = list!.columns.map(({ field }) => field)
  for (const [at, column] of columns.entries()) loc.at(at).expectKnown(column, known, 'relatedColumn')
  loc.expectUnique(columns)
}
