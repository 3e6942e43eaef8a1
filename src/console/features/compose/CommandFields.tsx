/** The command, and the parameter that it takes: an editor, a number, a choice, or nothing (§2, §3). */
import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Method } from '../../../contract/methods'
import type { MethodType } from '../../../engine/compiled'
import { methodForm, methodRules } from '../../../engine/orderMethods'
import { choicesOf } from '../../choices'
import { useConfig } from '../../config'
import { boundsOf } from '../../forms/method/boundsOf'
import { MethodInput } from '../../forms/method/MethodInput'
import { ErrorState } from '../../ui/ErrorState'
import type { Draft } from './draft/draft'
import { useDraftField } from './draft/useDraft'

export const useMethods = () =>
  useGetList<Method & { id: string }>(choicesOf('methods'), {
    pagination: { page: 1, perPage: 1000 },
    // A field that no record has: the server's order stays.
    sort: { field: '', order: 'ASC' },
  })

/** Whether a value of this kind is a secret. */
export const isSecret = (type: MethodType | undefined): boolean => type?.input === 'password'

export function CommandFields({ methods }: { methods: ReturnType<typeof useMethods> }) {
  const translate = useTranslate()
  const { value: code } = useDraftField('code')
  const { data = [], error, isPending, refetch } = methods
  if (error) {
    return (
      <ErrorState
        title={translate('orders.dialog.unreachable')}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const method = data.find(one => one.code === code)
  return (
    <>
      <CommandPicker methods={data} waiting={isPending} />
      {method && <Parameter key={method.code} method={method} />}
    </>
  )
}

type Option = Pick<Method, 'code' | 'caption'>

function CommandPicker({ methods, waiting }: { methods: readonly Option[]; waiting: boolean }) {
  const translate = useTranslate()
  const { setValue } = useFormContext<Draft>()
  const { value: code, change, problem, box } = useDraftField('code')
  const found = methods.find(method => method.code === code)
  // A draft or a forwarded order may name a command that is no longer there.
  const isGone = code !== '' && !found && !waiting
  // Its caption may be on its way; that something is chosen is said all the same.
  const caption = found?.caption ?? '\u2026'
  // The same object as long as it is the same choice: another one would take back what is being typed.
  const chosen = useMemo(() => (code === '' || isGone ? null : { code, caption }), [code, isGone, caption])
  return (
    <Autocomplete<Option>
      ref={box}
      fullWidth
      options={methods}
      value={chosen}
      loading={waiting}
      isOptionEqualToValue={(one, other) => one.code === other.code}
      getOptionLabel={option => option.caption}
      getOptionKey={option => option.code}
      loadingText={translate('shell.loading')}
      noOptionsText={translate('forms.input.nothing')}
      openText={translate('forms.input.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      onChange={(_, option) => {
        change(option?.code ?? '')
        setValue('value', '')
      }}
      renderInput={params => (
        <TextField
          {...params}
          label={translate('compose.command.label')}
          placeholder={translate('forms.method.choose')}
          required
          error={problem !== undefined}
          helperText={problem ?? (isGone && translate('compose.command.gone', { code }))}
          slotProps={{
            inputLabel: { ...params.InputLabelProps, shrink: true },
            htmlInput: { ...params.inputProps, required: false, 'aria-required': true },
          }}
        />
      )}
    />
  )
}

function Parameter({ method }: { method: Method }) {
  const translate = useTranslate()
  const config = useConfig()
  const { value, change, problem, box } = useDraftField('value')
  const form = methodForm(method.content, methodRules(config))
  const type = config.orderMethods[method.content.Type]
  if (!form || !type) {
    return (
      <Typography color="warning.main">
        {translate('errors.valueTypeUnknown', { type: method.content.Type })}
      </Typography>
    )
  }
  if (type.compose === 'none') {
    return <Typography color="text.secondary">{translate('compose.value.none')}</Typography>
  }
  return (
    <Box ref={box}>
      <MethodInput
        form={form}
        label={translate(`compose.value.${type.value}`)}
        value={value || undefined}
        onChange={next => change(String(next ?? ''))}
        problem={problem}
        help={boundsOf(form, translate)}
        // What a password is stays hidden while it is entered, which an editor cannot do.
        editor={type.compose === 'editor' && !isSecret(type)}
      />
    </Box>
  )
}
