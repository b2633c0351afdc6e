import type { MailWords } from './en.ts'

/** Spanish texts of mails. */
export const es: MailWords = {
  code: [
    'Vale durante 10 minutos y una sola vez.',
    'Si no lo pediste, no tienes que hacer nada.',
    'No des este código a nadie. Nosotros nunca lo pedimos.',
  ],
  lookAt:
    'Si fuiste tú, no tienes que hacer nada. Si no, revisa tus dispositivos y congela la cuenta aquí:',
  undoable:
    'Si fuiste tú, no tienes que hacer nada. Si no, deshazlo antes de 72 horas. Eso cierra todas las sesiones de la cuenta:',
  kinds: {
    'code-login': ['Tu código', 'Tu código para iniciar sesión es:'],
    'code-step-up': ['Tu código', 'Tu código para confirmar que eres tú:'],
    'code-primary': [
      'Tu código para cambiar el correo',
      'Alguien que inició sesión como tú quiere otro correo electrónico para la cuenta. El código para permitirlo es:',
    ],
    'code-secondary': [
      'Tu código para el correo nuevo',
      'Tu código para que este sea el correo de la cuenta es:',
    ],
    'code-link': [
      'Tu código para el nuevo inicio de sesión',
      'Alguien que inició sesión en una cuenta quiere entrar también con este correo. El código para permitirlo es:',
    ],
    'login-added': [
      'Se añadió una forma de iniciar sesión a tu cuenta',
      'Hay una forma más de iniciar sesión en tu cuenta. La ves en Seguridad.',
    ],
    'login-added-held': [
      'Se añadió una forma de iniciar sesión a tu cuenta',
      'Nadie había usado tu cuenta durante más de un año. Ahora alguien añadió una forma de iniciar sesión, que vale a partir de dentro de 72 horas.',
    ],
    'login-removed': [
      'Se quitó una forma de iniciar sesión de tu cuenta',
      'Hay una forma menos de iniciar sesión en tu cuenta. Se cerró la sesión de los navegadores que la usaban.',
    ],
    'login-kept': [
      'Una forma de iniciar sesión ha vuelto a tu cuenta',
      'Alguien que inició sesión como tú quitó una forma de iniciar sesión. Ha vuelto, porque la recuperación de tu billetera todavía la necesita. El enlace del correo sobre su retirada ya no tiene efecto.',
    ],
    'logins-restored': [
      'Se restauraron los inicios de sesión de tu cuenta',
      'Se deshizo un cambio de los inicios de sesión de tu cuenta y se cerraron todas sus sesiones.',
    ],
    'device-new': [
      'Inicio de sesión en un dispositivo nuevo',
      'Se inició sesión en tu cuenta en un navegador en el que no se había usado.',
    ],
    'email-changed': [
      'Se cambió el correo de tu cuenta',
      'Tu cuenta tiene ahora otro correo electrónico. Ya no se envían códigos al anterior.',
    ],
    'email-restored': [
      'Se restauró el correo de tu cuenta',
      'Se deshizo el cambio de correo electrónico y se cerraron todas las sesiones de la cuenta.',
    ],
    exported: [
      'Se exportaron las claves de tu billetera',
      'Alguien que inició sesión como tú pidió ver la frase de recuperación de tu billetera. Quien la ha visto tiene la billetera.',
    ],
    frozen: [
      'Tu cuenta está congelada',
      'Tu cuenta se congeló: no se puede firmar ni restaurar nada hasta que la descongeles.',
    ],
    unfreezing: [
      'Tu cuenta se descongela en 24 horas',
      'Alguien que inició sesión como tú descongeló tu cuenta. Dentro de 24 horas la billetera podrá firmar y restaurarse de nuevo.',
    ],
    'asserted-recovery': [
      'Tu billetera se restauró en un dispositivo nuevo',
      'Tu billetera acaba de restaurarse en un navegador que no la tenía.',
    ],
  },
}
