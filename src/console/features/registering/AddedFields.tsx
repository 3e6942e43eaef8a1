/** The inputs for fields that config adds to orders, within the form of a screen. */
import { ResourceContextProvider, SourceContextProvider } from 'ra-core'
import { Fragment, type ReactNode } from 'react'
import { type FieldErrors, set, useWatch } from 'react-hook-form'
import type { CompiledResource, Words } from '../../../engine/compiled'
import { fieldsRead } from '../../../engine/expressions/expression'
import { isRecordProblem, isReportedBy, withReadableChecks } from '../../../engine/validation/checks'
import { validateRecord } from '../../../engine/validation/validateRecord'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { useConfig } from '../../config'
import { formSections } from '../../forms/record/FormBody'
import { EditableField } from '../../forms/record/FormField'
import type { Values } from '../../forms/record/formValues'
import { ReferredDefaults } from '../../forms/record/ReferredDefaults'
import { useProblemText } from '../../forms/record/resolver'
import { useOrderWriteContext } from './useAddedFields'

/** The form path of the values of added fields, separate from the built-in fields. */
const ADDED = 'extra'

export const addedPath = (field: string) => `${ADDED}.${field}`

const EXTRA_SOURCE = { getSource: addedPath, getLabel: addedPath }

interface AddedFieldsProps {
  /** A resource with only the fields that config adds to orders. */
  added: CompiledResource
  writing: WriteContext
  /** Renders a section of the form in config. */
  section?: (fields: ReactNode, title: Words | undefined) => ReactNode
}

export function AddedFields({ added, writing, section = fields => fields }: AddedFieldsProps) {
  const values = useWatch({ name: ADDED }) as Values | undefined
  return (
    <ResourceContextProvider value={added.name}>
      <ReferredDefaults resource={added} writing={writing} parentPath={ADDED} />
      {formSections(added, writing, values ?? {}).map(({ title, presentFields }) => {
        const fields = presentFields.map(({ presence: _, ...state }) => (
          <SourceContextProvider key={state.field.name} value={EXTRA_SOURCE}>
            <EditableField level={writing.level} {...state} />
          </SourceContextProvider>
        ))
        return <Fragment key={presentFields[0]!.field.name}>{section(fields, title)}</Fragment>
      })}
    </ResourceContextProvider>
  )
}

/** Returns a function that validates the added fields of an order with the command `code`, as errors of the form. */
export function useAddedErrors(
  added: CompiledResource,
): (values: Values | undefined, code: string) => FieldErrors {
  const { password } = useConfig().app.limits
  const writing = useOrderWriteContext('')
  const textOf = useProblemText()
  return (values = {}, code) => {
    const errors: FieldErrors = {}
    const problems = validateRecord(withReadableChecks(added, writing), values, {
      ...writing,
      conditionValues: { code },
      password,
    })
    for (const [name, problem] of Object.entries(problems))
      set(errors, addedPath(isRecordProblem(name) ? fieldOfRule(added, name) : name), {
        type: problem.code,
        message: textOf(problem),
      })
    return errors
  }
}

/** The field that shows the error of a rule about the whole order: the first field that the rule reads. */
function fieldOfRule({ checks = [], fields }: CompiledResource, name: string): string {
  const rule = checks.find(check => isReportedBy(check, name))
  const names = rule ? fieldsRead(rule.check) : []
  return names.find(field => Object.hasOwn(fields, field)) ?? Object.keys(fields)[0] ?? name
}
