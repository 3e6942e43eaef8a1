/** The command (method) of an order, and the input for its value, which depends on the method (§2, §3). */
import { Alert, Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import type { Method } from '../../../contract/methods'
import { isSecretMethod, methodRules } from '../../../engine/orderMethods'
import { useConfig } from '../../config'
import { MethodValueInput } from '../../forms/method/MethodValueInput'
import type { useMethods } from '../../forms/method/useMethods'
import { ChoiceField } from '../../forms/reference/ChoiceField'
import { ErrorState } from '../../ui/states/ErrorState'
import type { Draft } from './draft/draft'
import { useDraftField } from './draft/useDraft'

/** The maximum width of an input that holds one line, in px. */
export const INPUT_WIDTH = 480

export function MethodFields({ methods }: { methods: ReturnType<typeof useMethods> }) {
  const translate = useTranslate()
  const { setValue } = useFormContext<Draft>()
  const { value: code, change, problem, box } = useDraftField('code')
  const { data = [], error, isPending, refetch } = methods
  if (error) {
    const title = translate('orders.dialog.unreachable')
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  const captions = new Map(data.map(method => [method.code, method.caption]))
  const method = data.find(candidate => candidate.code === code)
  // A draft or a forwarded order may name a method that no longer exists.
  const isMissing = code !== '' && !method && !isPending
  return (
    <>
      <Box sx={{ maxWidth: INPUT_WIDTH }}>
        <ChoiceField
          ref={box}
          options={[...captions.keys()]}
          value={isMissing ? null : code || null}
          loading={isPending}
          getOptionKey={option => option}
          // While the captions load, a chosen method shows as an ellipsis.
          getOptionLabel={option => captions.get(option) ?? '\u2026'}
          onChange={chosen => {
            change(chosen ?? '')
            setValue('value', '')
          }}
          label={translate('compose.command.label')}
          required
          problem={problem}
          help={isMissing ? translate('compose.command.gone', { code }) : undefined}
        />
      </Box>
      {method?.content.Danger && <Alert severity="warning">{translate('orders.danger.many')}</Alert>}
      {method && <ValueField key={method.code} method={method} />}
    </>
  )
}

function ValueField({ method }: { method: Method }) {
  const translate = useTranslate()
  const config = useConfig()
  const { value, change, problem, box } = useDraftField('value')
  const type = config.orderMethods[method.content.Type]
  if (type?.compose === 'none') {
    return <Typography color="text.secondary">{translate('compose.value.none')}</Typography>
  }
  // An editor cannot hide a secret while it is entered.
  const isEditor = type?.compose === 'editor' && !isSecretMethod(method.content, methodRules(config))
  return (
    <Box ref={box} sx={isEditor ? undefined : { maxWidth: INPUT_WIDTH }}>
      <MethodValueInput
        content={method.content}
        label={translate(`compose.value.${type?.value ?? 'string'}`)}
        value={value || undefined}
        onChange={next => change(String(next ?? ''))}
        problem={problem}
        editor={isEditor}
      />
    </Box>
  )
}
