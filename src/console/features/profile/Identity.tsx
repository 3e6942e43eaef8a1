/** The user's name, phone, e-mail, department and position, and the vendor's address (§2 Profile). */
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettings'
import { Avatar, Box, Card, Chip, Typography } from '@mui/material'

import type { ProfileClient } from '../../../contract/clients'
import { formatPhone } from '../../../domain/phone'
import { useHasLevel } from '../../auth/access'
import { useConfig, useTranslate } from '../../config'
import { LabelledFacts } from '../../ui/text/Facts'

export function Identity({ profile }: { profile: ProfileClient }) {
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <Name profile={profile} />
      <Details profile={profile} />
    </Card>
  )
}

function Name({ profile: { name, email, img, vendor, vendor_name } }: { profile: ProfileClient }) {
  const translate = useTranslate()
  const isMaster = useHasLevel()('master')
  const displayName = name || email
  const masterChip = (
    <Chip component="span" size="small" color="primary" variant="outlined" label={translate('shell.admin')} />
  )
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <Avatar src={img || undefined} alt="" aria-hidden sx={{ width: 56, height: 56, fontSize: 20 }}>
        {isMaster ? <AdminPanelSettings sx={{ fontSize: 32 }} /> : [...displayName][0]?.toUpperCase()}
      </Avatar>
      <Typography
        variant="h2"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minWidth: 0 }}
      >
        {isMaster && masterChip}
        {!isMaster && vendor !== 0 && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 500 }}>
            {vendor_name}
          </Box>
        )}
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {displayName}
        </Box>
      </Typography>
    </Box>
  )
}

const TWO_COLUMNS = { gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: '16px 24px' }

function Details({ profile }: { profile: ProfileClient }) {
  const translate = useTranslate()
  const { fields = {} } = useConfig().resources.clients ?? {}
  const { phone, email, zone, duty, vendor, vendor_addr } = profile
  const label = (...names: string[]) =>
    names.flatMap(name => (fields[name] ? [translate(fields[name].label)] : [])).join(' · ')
  // A missing field of config has the term ''; vendor 0 means none.
  const lines = [
    { term: label('phone'), text: phone && formatPhone(phone) },
    { term: label('email'), text: email },
    { term: label('zone', 'duty'), text: [zone, duty].filter(Boolean).join(' · ') },
    { term: vendor === 0 ? '' : translate('profile.vendorAddress'), text: vendor_addr },
  ].filter(({ term }) => term !== '')
  const facts = lines.map(({ term, text }) => ({
    name: term,
    label: term,
    value: (
      <Typography color={text ? 'text.primary' : 'text.secondary'}>
        {text || translate('profile.nothing')}
      </Typography>
    ),
  }))
  return <LabelledFacts facts={facts} sx={{ mt: 3, ...TWO_COLUMNS }} />
}
