/**
 * The inputs of an order method with several values, which JSON Forms renders from its schema. JSON Forms' own
 * validator is off (security 20); `readObject` validates, as on the server. The value is JSON text, so that drafts and
 * forwarded orders can store it like any other value.
 */
import type { JsonFormsCore, JsonFormsRendererRegistryEntry } from '@jsonforms/core'
import { JsonForms } from '@jsonforms/react'
import { Box, FormHelperText } from '@mui/material'
import { useEvent, useLocale, useTranslate } from 'ra-core'
import { useEffect, useMemo, useRef } from 'react'
import {
  entryFromJson,
  entryToJson,
  objectLayout,
  plainSchema,
  withEntry,
} from '../../../../engine/valueObject/objectForm'
import { readObject } from '../../../../engine/valueObject/readObject'
import type { ValueSchema } from '../../../../engine/valueObject/schema'
import { EntryChange } from './entry'
import {
  ObjectChoice,
  ObjectTitledChoice,
  ObjectYesNo,
  objectChoiceTester,
  objectTitledChoiceTester,
  objectYesNoTester,
} from './ObjectChoice'
import { ObjectGroups, ObjectLayout, objectGroupTester, objectLayoutTester } from './ObjectLayout'
import { ObjectText, objectTextTester } from './ObjectText'

/** JSON Forms uses the renderer whose tester returns the highest rank. */
const RENDERERS: JsonFormsRendererRegistryEntry[] = [
  { tester: objectTextTester, renderer: ObjectText },
  { tester: objectYesNoTester, renderer: ObjectYesNo },
  { tester: objectChoiceTester, renderer: ObjectChoice },
  { tester: objectTitledChoiceTester, renderer: ObjectTitledChoice },
  { tester: objectLayoutTester, renderer: ObjectLayout },
  { tester: objectGroupTester, renderer: ObjectGroups },
]

/** The description of a property is always shown below it. */
const SETTINGS = { showUnfocusedDescription: true }

interface ObjectInputProps {
  schema: ValueSchema
  /** The accessible name of the group of inputs. */
  label: string
  /** JSON text; anything else is replaced by the schema's defaults. */
  value: string | undefined
  onChange: (text: string) => void
  /** The error message of a refused value. Each invalid part then shows its own error. */
  problem?: string
  disabled?: boolean
  /** How often the form was submitted. After each submit the first invalid part gets the focus. */
  submitCount?: number
}

export function ObjectInput(props: ObjectInputProps) {
  const { schema, label, value, problem, disabled = false, submitCount = 0 } = props
  const locale = useLocale() === 'en' ? 'en' : 'ko'
  const box = useRef<HTMLDivElement>(null)
  const onChange = useEvent(props.onChange)
  const entry = useMemo(() => entryFromJson(schema, value), [schema, value])
  const text = useMemo(() => entryToJson(schema, entry), [schema, entry])
  // Reports the value as it is shown: with defaults, and without properties that the schema no longer has.
  useEffect(() => {
    if (text !== value) onChange(text)
  }, [text, value, onChange])

  const plain = useMemo(() => plainSchema(schema, locale), [schema, locale])
  const layout = useMemo(() => objectLayout(schema, locale), [schema, locale])
  const errors = useErrors(schema, text, problem !== undefined)
  const hasOnlyGeneralProblem = problem !== undefined && errors.length === 0
  const change = useEvent((path: readonly string[], part: unknown) =>
    onChange(entryToJson(schema, withEntry(entry, path, part))),
  )
  const focusFirstInvalid = useEvent(() => {
    if (problem !== undefined) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  useEffect(() => {
    if (submitCount === 0) return undefined
    // Deferred: the form itself focuses a field first.
    const timer = setTimeout(focusFirstInvalid)
    return () => clearTimeout(timer)
  }, [submitCount, focusFirstInvalid])

  return (
    <Box ref={box} role="group" aria-label={label}>
      <EntryChange value={change}>
        <JsonForms
          schema={plain}
          uischema={layout}
          data={entry}
          renderers={RENDERERS}
          cells={[]}
          config={SETTINGS}
          validationMode="NoValidation"
          additionalErrors={errors}
          readonly={disabled}
        />
      </EntryChange>
      {hasOnlyGeneralProblem && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
    </Box>
  )
}

type Errors = NonNullable<JsonFormsCore['additionalErrors']>

const NO_ERRORS: Errors = []

/** The errors of the parts as JSON Forms takes them; none until the value was refused. */
function useErrors(schema: ValueSchema, text: string, refused: boolean): Errors {
  const translate = useTranslate()
  return useMemo(() => {
    if (!refused) return NO_ERRORS
    const read = readObject(schema, JSON.parse(text) as Record<string, unknown>)
    return Object.entries('problems' in read ? read.problems : {}).map(([path, { code, params }]) => ({
      instancePath: `/${path.replaceAll('.', '/')}`,
      schemaPath: '',
      keyword: 'value',
      params: {},
      message: translate(`errors.${code}`, params),
    }))
  }, [schema, text, refused, translate])
}
