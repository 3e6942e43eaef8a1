/** The command, and the parameter that it takes: an editor, a number, a choice, or nothing (§2, §3). */
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Method } from '../../../contract/methods'
import type { MethodType } from '../../../engine/compiled'
import { methodForm, methodRules } from '../../../engine/orderMethods'
import { useConfig } from '../../config'
import { boundsOf } from '../../forms/method/boundsOf'
import { MethodInput } from '../../forms/method/MethodInput'
import { Dropdown } from './Dropdown'
import type { Change, Draft } from './draft'

interface CommandFieldsProps {
  draft: Draft
  change: Change
  methods: readonly Method[]
  waiting: boolean
  problems: { command?: string; value?: string }
}

export function CommandFields({ draft, change, methods, waiting, problems }: CommandFieldsProps) {
  const translate = useTranslate()
  const method = methods.find(({ code }) => code === draft.code)
  // A draft or a forwarded order may name a command that is no longer there.
  const gone = draft.code !== '' && !method && !waiting
  return (
    <>
      <Box data-field="command">
        <Dropdown
          label={translate('compose.command.label')}
          value={gone ? '' : draft.code}
          options={methods.map(({ code, caption }) => ({ id: code, label: caption }))}
          waiting={waiting}
          required
          problem={problems.command}
          help={gone ? translate('compose.command.gone', { code: draft.code }) : undefined}
          onChange={code => change({ code: String(code ?? ''), value: undefined })}
        />
      </Box>
      {method && (
        <Box data-field="value">
          <Parameter
            key={method.code}
            method={method}
            draft={draft}
            change={change}
            problem={problems.value}
          />
        </Box>
      )}
    </>
  )
}

interface ParameterProps {
  method: Method
  draft: Draft
  change: Change
  problem?: string
}

function Parameter({ method, draft, change, problem }: ParameterProps) {
  const translate = useTranslate()
  const config = useConfig()
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
    <MethodInput
      form={form}
      label={translate(`compose.value.${type.value}`)}
      value={draft.value}
      onChange={value => change({ value })}
      problem={problem}
      help={boundsOf(form, translate)}
      // What a password is stays hidden while it is entered, which an editor cannot do.
      editor={type.compose === 'editor' && !isSecret(type)}
    />
  )
}

/** Whether a value of this kind is a secret. */
export const isSecret = (type: MethodType | undefined): boolean => type?.input === 'password'
