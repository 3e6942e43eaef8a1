/** Compiles `related`: tabs on the page of a record that list the records referring to it. */
import { ownValue } from '../../../domain/own'
import type { CompiledRelated, CompiledResource } from '../../compiled'
import { relatedKey } from '../../fields/related'
import { localized } from '../../i18n'
import { isReferring } from '../../kinds/choices'
import type { Location } from '../Location'
import { type ResourceCheck, type ResourceContext, supportedParts } from './context'

export function compileRelated({ file, root, names, fileOf, levelOf }: ResourceContext) {
  return file.related?.map(({ resource, by, label, columns, level }, index): CompiledRelated => {
    root.at('related', index, 'resource').expectKnown(resource, names, 'unknownResource')
    const title = localized(label ?? fileOf(resource)?.label ?? resource)
    return { resource, by, label: title, columns, level: levelOf(level) }
  })
}

/** Each tab needs a list of the other resource, a reference from it, and a page of this resource. */
export function checkRelated({ name, root, resource, resources, file, supported }: ResourceCheck): void {
  const { related } = resource
  if (!related) return
  const hasPage = supported.page
    ? file.page !== undefined
    : file.form !== undefined && !supported.embeddedForm
  if (!hasPage) root.at('related').reportKey('relatedNowhere', { name })
  root.at('related').expectUnique(related.map(relatedKey))
  for (const [index, { resource: otherName, by, columns = [] }] of related.entries()) {
    const other = ownValue(resources, otherName)
    if (!other) continue
    const loc = root.at('related', index)
    // The list of orders has its own call and cannot be a tab.
    if (!other.list || supportedParts(otherName).embeddedForm) {
      loc.at('resource').report('relatedList', { name: otherName })
      continue
    }
    const fields = referencesTo(other, name)
    if (fields.length === 0)
      loc.at('by').report('relatedNone', { name: by, other: otherName, resource: name })
    else loc.at('by').expectKnown(by, fields, 'relatedField')
    checkColumns(columns, other, loc.at('columns'))
  }
}

const referencesTo = ({ fields }: CompiledResource, name: string): string[] =>
  Object.values(fields).flatMap(field =>
    isReferring(field.type) && field.reference === name && !field.name.includes('.') ? [field.name] : [],
  )

function checkColumns(columns: readonly string[], { list }: CompiledResource, loc: Location): void {
  const columnNames = list!.columns.map(({ field }) => field)
  for (const [index, column] of columns.entries())
    loc.at(index).expectKnown(column, columnNames, 'relatedColumn')
  loc.expectUnique(columns)
}
