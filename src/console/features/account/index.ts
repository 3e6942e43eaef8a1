/** Signing in and signing up (§2 Login, Register). */
export { LoginPage } from './LoginPage'
export { RegisterPage } from './RegisterPage'
