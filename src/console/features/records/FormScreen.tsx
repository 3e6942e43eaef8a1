/** The page of a form: title, width and back button; a message instead of the form if the user may not open it. */
import ArrowBack from '@mui/icons-material/ArrowBack'
import LockOutlined from '@mui/icons-material/LockOutlined'
import { Box, Button, Typography } from '@mui/material'

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useTranslate } from '../../config'
import { useFormOrigin } from '../../forms/formOrigin'
import { Screen } from '../../ui/Screen'
import { EmptyState } from '../../ui/states/EmptyState'

interface FormScreenProps {
  resource: CompiledResource
  /** Whether the user may open the form. */
  allowed: boolean
  title: string
  /** Set when the page also shows a list. */
  isWide?: boolean
  recordName?: string
  children: ReactNode
}

/** In px. */
const WIDTHS = { narrow: 560, medium: 760, wide: 1200 } as const

export function FormScreen({
  resource,
  allowed,
  title,
  isWide = false,
  recordName,
  children,
}: FormScreenProps) {
  const translate = useTranslate()
  const origin = useFormOrigin()
  const back = (
    <Button
      component={Link}
      to={origin?.returnTo ?? resource.path}
      color="inherit"
      size="small"
      startIcon={<ArrowBack />}
    >
      <span>
        {origin?.name
          ? translate('records.related.back', { name: origin.name })
          : translate('records.form.toList', { name: translate(resource.label) })}
      </span>
    </Button>
  )
  return (
    <Box
      sx={{ width: 1, maxWidth: WIDTHS[isWide ? 'wide' : (resource.form?.width ?? 'medium')], mx: 'auto' }}
    >
      <Screen
        title={title}
        aside={recordName && <Typography color="text.secondary">{recordName}</Typography>}
        actions={back}
      >
        {allowed ? (
          children
        ) : (
          <EmptyState
            icon={LockOutlined}
            title={translate('shell.denied.sentence')}
            text={translate('shell.denied.hint')}
          />
        )}
      </Screen>
    </Box>
  )
}
