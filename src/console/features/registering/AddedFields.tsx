/** Asks for the fields that config adds to orders, in the form of the screen around it. */
import { ResourceContextProvider, SourceContextProvider } from 'ra-core'
import { Fragment, type ReactNode } from 'react'
import { type FieldErrors, set, useWatch } from 'react-hook-form'
import type { CompiledResource, Words } from '../../../engine/compiled'
import { fieldsRead } from '../../../engine/expressions/expression'
import { isOfRecord, isRuleOf, withKnownChecks } from '../../../engine/validation/checks'
import { validateRecord } from '../../../engine/validation/validateRecord'
import type { Writing } from '../../../engine/validation/writableRecord'
import { useConfig } from '../../config'
import { formSections } from '../../forms/record/FormBody'
import { EnteredField } from '../../forms/record/FormField'
import type { Values } from '../../forms/record/formValues'
import { ReferredDefaults } from '../../forms/record/ReferredDefaults'
import { useProblemText } from '../../forms/record/sentences'
import { useOrderWriting } from './useAddedFields'

/** Where their values stand in the form, apart from those of the product. */
const ADDED = 'extra'

export const addedPath = (field: string) => `${ADDED}.${field}`

const BELOW = { getSource: addedPath, getLabel: addedPath }

interface AddedFieldsProps {
  added: CompiledResource
  writing: Writing
  /** Draws a section of the form in config. */
  section?: (fields: ReactNode, title: Words | undefined) => ReactNode
}

export function AddedFields({ added, writing, section = fields => fields }: AddedFieldsProps) {
  const values = useWatch({ name: ADDED }) as Values | undefined
  return (
    <ResourceContextProvider value={added.name}>
      <ReferredDefaults resource={added} writing={writing} below={ADDED} />
      {formSections(added, writing, values ?? {}).map(({ title, present }) => {
        const fields = present.map(({ presence: _, ...state }) => (
          <SourceContextProvider key={state.field.name} value={BELOW}>
            <EnteredField level={writing.level} {...state} />
          </SourceContextProvider>
        ))
        return <Fragment key={present[0]!.field.name}>{section(fields, title)}</Fragment>
      })}
    </ResourceContextProvider>
  )
}

/** What is wrong with these values in an order of that command, as errors of its form. */
export function useAddedErrors(
  added: CompiledResource,
): (values: Values | undefined, code: string) => FieldErrors {
  const { password } = useConfig().app.limits
  const writing = useOrderWriting('')
  const textOf = useProblemText()
  return (values = {}, code) => {
    const errors: FieldErrors = {}
    const problems = validateRecord(withKnownChecks(added, writing), values, {
      ...writing,
      beside: { code },
      password,
    })
    for (const [name, problem] of Object.entries(problems))
      set(errors, addedPath(isOfRecord(name) ? placeOf(added, name) : name), {
        type: problem.code,
        message: textOf(problem),
      })
    return errors
  }
}

/**
 * The screens of orders have no place above the form: a rule of the whole order is said at the first field that it
 * looks at.
 */
function placeOf({ checks = [], fields }: CompiledResource, name: string): string {
  const rule = checks.find(one => isRuleOf(one, name))
  const names = rule ? fieldsRead(rule.check) : []
  return names.find(one => Object.hasOwn(fields, one)) ?? Object.keys(fields)[0] ?? name
}
