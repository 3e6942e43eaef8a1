/** The views of whoever signs in: login, profile, the frame around all screens. */
import { LEVELS } from '../services/site'
import * as reach from './reach/account'
import { leaves, STAFF, type View } from './view'

export const ACCOUNT_VIEWS: readonly View[] = [
  { name: 'login', path: '/login', who: ['nobody'] },
  { name: 'register', path: '/register', who: ['nobody'] },
  { name: 'error', path: '/error', who: ['nobody', 'client'] },
  { name: 'profile', path: '/app/profile', who: LEVELS },
  {
    name: 'settings-menu',
    path: '/app/profile',
    who: STAFF,
    shows: ['shell/links.tsx'],
    reach: reach.barMenu('shell.nav.settings'),
    leaves,
  },
  {
    name: 'language-menu',
    path: '/app/profile',
    who: ['guest'],
    shows: ['ui/controls/PreferencesMenu.tsx'],
    reach: reach.barMenu('shell.language.title'),
    leaves,
  },
  {
    name: 'link-account',
    path: '/app/profile',
    who: ['client'],
    shows: ['features/profile/LinkDialog.tsx'],
    reach: reach.linkAccount,
    leaves,
  },
  {
    name: 'unlink-account',
    path: '/app/profile',
    who: ['client'],
    shows: ['features/profile/Logins.tsx'],
    reach: reach.unlinkAccount,
    leaves,
  },
  {
    name: 'search',
    path: '/app/profile',
    who: LEVELS,
    shows: ['features/search/SearchField.tsx'],
    reach: reach.searchBox,
  },
  {
    name: 'token-offer',
    path: '/app/profile',
    who: ['client'],
    shows: ['shell/TokenOffer.tsx'],
    reach: reach.tokenOffer,
  },
  {
    name: 'idle',
    path: '/app/profile',
    who: ['client'],
    shows: ['shell/IdleWarning.tsx'],
    reach: reach.idle,
    leaves: 'traces',
  },
  { name: 'profile-password', path: '/app/profile?change=password', who: ['client'] },
  { name: 'denied', path: '/app/admin/vendors', who: ['client'] },
  { name: 'not-found', path: '/app/nowhere', who: ['client'] },
]
