/** A record of another resource: its names are offered, and searched while one types; one choice may stand for none (§2). */
import { Autocomplete, Box, TextField } from '@mui/material'
import { type RaRecord, useGetList, useReference, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { formatPhone } from '../../../../domain/phone'
import type { CompiledField } from '../../../../engine/compiled'
import { useConfig, useWords } from '../../../config'
import { acceptText } from '../../list/acceptText'
import { referenceMeta } from '../../referenceMeta'
import { type InputProps, useFieldInput } from '../input'
import { useDependence, type Within } from './useDependence'

interface Option {
  id: string | number
  label: string
  /** The id, where the name alone does not tell records apart. */
  hint?: string
}

/** More are found by typing. */
const OFFERED = 50
const PAUSE_MS = 250

export function ReferenceInput(props: InputProps) {
  const { field } = props
  const input = useFieldInput(props)
  const words = useWords()
  const translate = useTranslate()
  const [typed, setTyped] = useState<string>()
  const { within, lacking } = useDependence(field, input)
  const { options: found, waiting, optionOf } = useOptions(field, typed, lacking ? undefined : within)

  const none: Option | undefined = field.empty && { id: field.empty.value, label: words(field.empty.label) }
  const { value } = input
  const isNone = value === null || value === undefined || value === '' || String(value) === String(none?.id)
  const named = useChosen(field, isNone ? undefined : (value as string | number))
  const chosen = isNone
    ? (none ?? null)
    : named
      ? optionOf(named)
      : { id: value as string, label: String(value) }
  const options = none && !typed ? [none, ...found] : found

  return (
    <Autocomplete<Option, false, boolean>
      id={input.id}
      fullWidth
      options={options}
      value={chosen}
      disableClearable={none !== undefined}
      loading={waiting}
      // The server has searched already.
      filterOptions={all => all}
      isOptionEqualToValue={(one, other) => String(one.id) === String(other.id)}
      getOptionLabel={option => option.label}
      getOptionKey={option => option.id}
      loadingText={translate('shell.loading')}
      noOptionsText={
        lacking ? translate('forms.input.first', { name: lacking }) : translate('forms.input.nothing')
      }
      openText={translate('forms.input.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      onChange={(_, option) => input.change(option?.id ?? null)}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' && text ? text : undefined)}
      onBlur={input.blur}
      renderOption={({ key, ...option }, { label, hint, id }) => (
        <Box
          component="li"
          key={key}
          {...option}
          sx={id === none?.id ? { color: 'text.secondary' } : undefined}
        >
          {label}
          {hint && (
            <Box component="span" sx={{ ml: 1, color: 'text.secondary', fontSize: 12 }}>
              {hint}
            </Box>
          )}
        </Box>
      )}
      renderInput={params => (
        <TextField
          {...params}
          label={input.label}
          placeholder={
            lacking
              ? translate('forms.input.first', { name: lacking })
              : input.placeholder || translate('forms.method.choose')
          }
          required={input.required}
          error={input.problem !== undefined}
          helperText={input.problem ?? (input.help || undefined)}
          inputRef={input.ref}
          slotProps={{
            inputLabel: { ...params.InputLabelProps, shrink: true },
            htmlInput: {
              ...params.inputProps,
              required: false,
              'aria-required': input.required || undefined,
            },
            formHelperText: { role: input.problem ? 'alert' : undefined },
          }}
        />
      )}
    />
  )
}

/**
 * Records whose name, or whatever their list searches, holds what is typed.
 *
 * @param within what they must have; `undefined` while that is not known: then there are none
 */
function useOptions(field: CompiledField, typed: string | undefined, within: Within | undefined) {
  const config = useConfig()
  const { reference = '' } = field
  const resource = config.resources[reference]
  const wanted = useSettled(typed)
  const named = resource?.recordName ?? 'name'
  const search = resource?.list?.filters.find(({ type }) => type === 'search')
  const text = wanted && acceptText(wanted, search?.accept)
  const { data, isFetching } = useGetList(
    reference,
    {
      pagination: { page: 1, perPage: OFFERED },
      sort: { field: named, order: 'ASC' },
      filter: { ...within, ...(text ? { [search?.name ?? 'q']: text } : {}) },
      meta: referenceMeta(config, field, reference),
    },
    // What was found before stays while one types on, but not for another group.
    { placeholderData: before => (field.dependsOn ? undefined : before), enabled: within !== undefined },
  )
  const isPhone = resource?.fields[named]?.format === 'phone'
  const optionOf = (record: RaRecord): Option => {
    const name = String(record[named] ?? '')
    const label = isPhone ? formatPhone(name) : name
    return {
      id: record.id,
      label: label || String(record.id),
      ...(isPhone ? { hint: String(record.id) } : {}),
    }
  }
  return {
    options: within ? (data ?? []).map(optionOf) : [],
    waiting: isFetching || wanted !== typed,
    optionOf,
  }
}

/** The record that is chosen now, wherever it stands in the list. */
function useChosen(field: CompiledField, id: string | number | undefined): RaRecord | undefined {
  const config = useConfig()
  const { reference = '' } = field
  const { referenceRecord } = useReference({
    reference,
    id: id ?? 0,
    options: { enabled: id !== undefined, meta: referenceMeta(config, field, reference) },
  })
  return id === undefined ? undefined : referenceRecord
}

/** A value once it has stopped changing. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
