/** Compiles the page of a record: sections of fields, tabs and buttons. */
import type { CompiledPage } from '../../compiled'
import { localized } from '../../i18n'
import { compileActions } from './actions'
import { expectField, type ListContext, type ResourceCheck } from './context'

export function compilePage(context: ListContext): CompiledPage | undefined {
  const { page } = context.file
  if (!page) return undefined
  const loc = context.root.at('page')
  const namedFields = new Set<string>()
  for (const [sectionIndex, { fields }] of page.sections.entries())
    for (const [fieldIndex, field] of fields.entries()) {
      const fieldLoc = loc.at('sections', sectionIndex, 'fields', fieldIndex)
      if (expectField(field, fieldLoc, context) && namedFields.has(field))
        fieldLoc.report('duplicate', { name: field })
      namedFields.add(field)
    }
  loc.at('tabs').expectUniqueKey(page.tabs, 'tab')
  return {
    sections: page.sections.map(({ label, fields }) => ({ label: localized(label), fields })),
    tabs: page.tabs.map(({ tab, label, level }) => ({
      tab,
      label: localized(label),
      level: context.levelOf(level),
    })),
    actions: compileActions(page.actions, 'row', loc.at('actions'), context),
  }
}

/** Reports pages of other resources than devices, and passwords on pages. */
export function checkPage({ name, file, root, supported, resource }: ResourceCheck): void {
  if (!file.page) return
  if (!supported.page) root.refuseKeys(file, ['page'], 'noEffect', { resource: name })
  for (const [sectionIndex, { fields }] of file.page.sections.entries())
    for (const [fieldIndex, field] of fields.entries())
      if (resource.fields[field]?.type === 'password')
        root.at('page', 'sections', sectionIndex, 'fields', fieldIndex).report('notListed', { name: field })
}
