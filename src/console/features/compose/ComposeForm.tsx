/** The form of an order on the left, whom it hits on the right; on a phone one column with the buttons beneath the thumb. */
import {
  Alert,
  Box,
  Button,
  Card,
  FormControlLabel,
  Radio,
  RadioGroup,
  Skeleton,
  TextField,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useGetList, useTranslate } from 'ra-core'
import { type ReactNode, useId } from 'react'
import type { Method } from '../../../contract/methods'
import { choicesOf } from '../../choices'
import { useConfig } from '../../config'
import { ErrorState } from '../../ui/ErrorState'
import { LazyPart } from '../../ui/LazyPart'
import { lazyScreen } from '../../ui/lazyScreen'
import { ABOVE_BAR, LOW } from '../../ui/low'
import { CommandFields, isSecret } from './CommandFields'
import { CountDialog } from './CountDialog'
import type { Draft } from './draft'
import type { DraftPlace } from './draftSlots'
import { GroupTarget } from './GroupTarget'
import { SearchTarget } from './SearchTarget'
import { countOf, Summary } from './Summary'
import { useKeptDraft } from './useKeptDraft'
import { type Reach, useReachOf } from './useReachOf'
import { useSend } from './useSend'

const PeriodFields = lazyScreen(() => import('./PeriodFields'))

interface ComposeFormProps {
  /** Where the draft is kept. */
  place: DraftPlace
  initial: Draft
}

export function ComposeForm({ place, initial }: ComposeFormProps) {
  const translate = useTranslate()
  const { orderMethods } = useConfig()
  const desktop = useMediaQuery(useTheme().breakpoints.up('md'))
  const methods = useMethods()
  const methodOf = ({ code }: Draft) => methods.data?.find(method => method.code === code)
  const keeping = useKeptDraft({
    place,
    initial,
    // Until the commands are there nobody knows whether the value is a secret.
    isSecret: draft => draft.code !== '' && isSecretMethod(methodOf(draft), orderMethods),
  })
  const { draft, change, kept } = keeping
  const { reach, ask } = useReachOf(draft)
  const send = useSend({ place, keeping, method: methodOf(draft), ask })
  const { problemOf, period, refusal } = send

  const buttons = (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button
        color="inherit"
        variant="outlined"
        onClick={send.cancel}
        sx={{ flex: 1, minHeight: 44, borderColor: 'divider' }}
      >
        {translate('compose.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={send.busy} sx={{ flex: 2, minHeight: 44 }}>
        {translate('compose.register')}
      </Button>
    </Box>
  )

  return (
    <Box
      component="form"
      ref={send.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send.submit()
      }}
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Part title={translate('compose.part.command')}>
          {methods.error ? (
            <ErrorState
              title={translate('orders.dialog.unreachable')}
              error={methods.error}
              onRetry={() => methods.refetch()}
            />
          ) : (
            <CommandFields
              draft={draft}
              change={change}
              methods={methods.data ?? []}
              waiting={methods.isPending}
              problems={{ command: problemOf('command'), value: problemOf('value') }}
            />
          )}
        </Part>
        <Part title={translate('compose.part.target')}>
          <ModeChoice mode={draft.mode} onChange={mode => change({ mode })} />
          {draft.mode === 'group' ? (
            <Box data-field="group">
              <GroupTarget draft={draft} change={change} problem={problemOf('group')} />
            </Box>
          ) : (
            <Box data-field="targets">
              <SearchTarget targets={draft.targets} change={change} problem={problemOf('targets')} />
            </Box>
          )}
        </Part>
        <Part title={translate('compose.part.when')}>
          <Box data-field="title">
            <TextField
              fullWidth
              label={translate('compose.subject.label')}
              placeholder={methodOf(draft)?.caption}
              value={draft.title}
              error={problemOf('title') !== undefined}
              helperText={problemOf('title') ?? translate('compose.subject.help')}
              onChange={event => change({ title: event.target.value })}
              slotProps={{
                inputLabel: { shrink: true },
                htmlInput: { autoComplete: 'off' },
                formHelperText: { role: problemOf('title') ? 'alert' : undefined },
              }}
            />
          </Box>
          <LazyPart waiting={<Skeleton variant="rounded" height={40} />}>
            <PeriodFields
              started={draft.started}
              expired={draft.expired}
              from={period.started.getTime()}
              until={period.expired.getTime()}
              startedProblem={problemOf('started')}
              expiredProblem={problemOf('expired')}
              change={change}
            />
          </LazyPart>
        </Part>
      </Box>
      <Card sx={{ p: 2.5, position: { md: 'sticky' }, top: { md: 80 }, [LOW]: { position: 'static' } }}>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {translate('compose.part.summary')}
        </Typography>
        <Summary
          reach={reach}
          onRecount={() => void ask()}
          caption={methodOf(draft)?.caption}
          period={period}
          atOnce={draft.started === ''}
        />
        {refusal && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {refusal}
          </Alert>
        )}
        {desktop && <Box sx={{ mt: 2.5 }}>{buttons}</Box>}
        <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 1.5 }}>
          {translate(kept ? 'compose.kept' : 'compose.notKept')}
        </Typography>
      </Card>
      {!desktop && <ThumbBar reach={reach}>{buttons}</ThumbBar>}
      {send.asking && (
        <CountDialog
          caption={methodOf(draft)?.caption ?? ''}
          devices={send.asking.devices}
          offline={send.asking.offline}
          atMost={send.asking.atMost}
          onConfirm={send.confirm}
          onClose={send.withdraw}
        />
      )}
    </Box>
  )
}

function useMethods() {
  return useGetList<Method & { id: string }>(choicesOf('methods'), {
    pagination: { page: 1, perPage: 1000 },
    // A field that no record has: the server's order stays.
    sort: { field: '', order: 'ASC' },
  })
}

/** A command that is not known may be one with a secret. */
const isSecretMethod = (
  method: Method | undefined,
  types: ReturnType<typeof useConfig>['orderMethods'],
): boolean => !method || isSecret(types[method.content.Type])

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2 }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Card>
  )
}

function ModeChoice({ mode, onChange }: { mode: Draft['mode']; onChange: (mode: Draft['mode']) => void }) {
  const translate = useTranslate()
  return (
    <RadioGroup
      row
      aria-label={translate('compose.mode.label')}
      value={mode}
      onChange={(_, chosen) => onChange(chosen === 'search' ? 'search' : 'group')}
      sx={{ columnGap: 2 }}
    >
      {(['group', 'search'] as const).map(one => (
        <FormControlLabel
          key={one}
          value={one}
          control={<Radio size="small" />}
          label={translate(`compose.mode.${one}`)}
        />
      ))}
    </RadioGroup>
  )
}

/** Above the bottom bar of a phone: how many it hits, and the buttons. */
function ThumbBar({ reach, children }: { reach: Reach; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: ABOVE_BAR,
        [LOW]: { position: 'static' },
        zIndex: 2,
        mx: { xs: -2, sm: -3 },
        px: { xs: 2, sm: 3 },
        py: 1.5,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {reach.kind === 'known' && (
        <Typography
          variant="body2"
          aria-hidden
          sx={{ mb: 1, fontVariantNumeric: 'tabular-nums', display: 'flex', gap: 1, flexWrap: 'wrap' }}
        >
          <b>{countOf(reach, translate)}</b>
          {reach.online !== undefined && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {translate('compose.summary.online', { count: reach.online.toLocaleString('ko-KR') })}
            </Box>
          )}
        </Typography>
      )}
      {children}
    </Box>
  )
}
