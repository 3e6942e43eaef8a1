/** Account creation, which a later issue brings; until then it says so and leads back. */
import { ComingSoon } from '../../ui/ComingSoon'

export const RegisterPage = () => <ComingSoon what="register" />
