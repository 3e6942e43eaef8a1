/**
 * The inputs of an order method with several values, which JSON Forms renders from its schema. As with one value, JSON
 * Forms' own validator is off (security 20): what is wrong is found by `readObject`, as on the server. The value is the
 * JSON of what is entered, so that drafts and forwarded orders keep it as any other.
 */
import type { JsonFormsCore, JsonFormsRendererRegistryEntry } from '@jsonforms/core'
import { JsonForms } from '@jsonforms/react'
import { Box, FormHelperText } from '@mui/material'
import { useEvent, useLocale, useTranslate } from 'ra-core'
import { useEffect, useMemo, useRef } from 'react'
import {
  entryOf,
  objectLayout,
  objectText,
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

const RENDERERS: JsonFormsRendererRegistryEntry[] = [
  { tester: objectTextTester, renderer: ObjectText },
  { tester: objectYesNoTester, renderer: ObjectYesNo },
  { tester: objectChoiceTester, renderer: ObjectChoice },
  { tester: objectTitledChoiceTester, renderer: ObjectTitledChoice },
  { tester: objectLayoutTester, renderer: ObjectLayout },
  { tester: objectGroupTester, renderer: ObjectGroups },
]

/** What a property takes is always beneath it. */
const SETTINGS = { showUnfocusedDescription: true }

interface ObjectInputProps {
  schema: ValueSchema
  /** Names the whole for screen readers. */
  label: string
  /** JSON; anything else gives what the form begins with. */
  value: string | undefined
  onChange: (text: string) => void
  /** The value was refused: what is wrong with its parts is then shown at each. */
  problem?: string
  disabled?: boolean
  /** How often the form was submitted: each time, the first part that is wrong gets the focus. */
  submitCount?: number
}

export function ObjectInput(props: ObjectInputProps) {
  const { schema, label, value, problem, disabled = false, submitCount = 0 } = props
  const locale = useLocale() === 'en' ? 'en' : 'ko'
  const box = useRef<HTMLDivElement>(null)
  const onChange = useEvent(props.onChange)
  const entry = useMemo(() => entryOf(schema, value), [schema, value])
  const text = useMemo(() => objectText(schema, entry), [schema, entry])
  // What is shown is what is sent: defaults, and without what the schema no longer has.
  useEffect(() => {
    if (text !== value) onChange(text)
  }, [text, value, onChange])

  const plain = useMemo(() => plainSchema(schema, locale), [schema, locale])
  const layout = useMemo(() => objectLayout(schema, locale), [schema, locale])
  const errors = useErrors(schema, text, problem !== undefined)
  const isWhole = problem !== undefined && errors.length === 0
  const change = useEvent((path: readonly string[], one: unknown) =>
    onChange(objectText(schema, withEntry(entry, path, one))),
  )
  const focusWrong = useEvent(() => {
    if (problem !== undefined) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  useEffect(() => {
    if (submitCount === 0) return undefined
    // After the focus that the form itself gives to a field.
    const timer = setTimeout(focusWrong)
    return () => clearTimeout(timer)
  }, [submitCount, focusWrong])

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
      {isWhole && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
    </Box>
  )
}

type Errors = NonNullable<JsonFormsCore['additionalErrors']>

const NONE: Errors = []

/** What is wrong with each part, once the value was refused. */
function useErrors(schema: ValueSchema, text: string, refused: boolean): Errors {
  const translate = useTranslate()
  return useMemo(() => {
    if (!refused) return NONE
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
