import type { MailWords } from './en.ts'

/** Spanish texts of mails. */
export const es: MailWords = {
  never: 'No envíes este enlace a nadie. Nosotros nunca lo pedimos.',
  kinds: {
    device: {
      subject: 'Aprueba este dispositivo',
      lines: [
        'Alguien está iniciando sesión con este correo en un navegador que aún no conocemos.',
        'Si eres tú, abre este enlace antes de 20 minutos y mira lo que muestra antes de aprobar:',
      ],
    },
    confirm: {
      subject: 'Confirma que eres tú',
      lines: [
        'Alguien que inició sesión como tú quiere añadir una llave de acceso a tu billetera.',
        'Si fuiste tú, abre este enlace antes de 20 minutos y revisa los detalles antes de aprobar. Si no, ábrelo y dilo:',
      ],
    },
    contact: {
      subject: 'Aprueba un correo nuevo para tu billetera',
      lines: [
        'Alguien que inició sesión como tú quiere que tu billetera se restaure desde ahora con otro correo.',
        'Si eres tú, abre este enlace antes de 20 minutos. Si no, ábrelo y dilo:',
      ],
    },
    restore: {
      subject: 'Restaura tu billetera de nuevo con este correo',
      lines: [
        'Alguien pidió deshacer que tu billetera se restaure con otro correo.',
        'Si eres tú, abre este enlace antes de 20 minutos y apruébalo:',
      ],
    },
    recovery: {
      subject: 'Aprueba este dispositivo para tu billetera',
      lines: [
        'Alguien está iniciando sesión en tu cuenta en un dispositivo nuevo. La cuenta tiene ahora otro correo, pero la billetera aún se restaura con este.',
        'Si eres tú, abre también este enlace antes de 20 minutos y mira lo que muestra antes de aprobar:',
      ],
    },
    freeze: {
      subject: 'Tu billetera se restauró en un dispositivo nuevo',
      lines: [
        'Tu billetera acaba de restaurarse en un navegador que no la tenía.',
        'Si fuiste tú, no tienes que hacer nada. Si no, detenlo aquí:',
      ],
    },
    passkey: {
      subject: 'Se añadió una llave de acceso a tu billetera',
      lines: [
        'Acaba de añadirse una llave de acceso con la que se puede restaurar tu billetera.',
        'Si fuiste tú, no tienes que hacer nada. Si no, detenlo aquí:',
      ],
    },
    'contact-added': {
      subject: 'Tu billetera se puede restaurar también con otro inicio de sesión',
      lines: [
        'Acaba de añadirse un inicio de sesión que aprueba navegadores nuevos de tu billetera.',
        'Si fuiste tú, no tienes que hacer nada. Si no, detenlo aquí:',
      ],
    },
    'factor-added': {
      subject: 'Tu billetera se puede abrir también de otra forma',
      lines: [
        'Acaba de añadirse una llave de acceso o un código de recuperación que abre tu billetera en un navegador nuevo.',
        'Si fuiste tú, no tienes que hacer nada. Si no, detenlo aquí:',
      ],
    },
    'factor-removed': {
      subject: 'Se quitó una forma de abrir tu billetera',
      lines: [
        'Una llave de acceso o un código de recuperación ya no abre tu billetera en un navegador nuevo.',
        'Si fuiste tú, no tienes que hacer nada. Si no, detenlo aquí:',
      ],
    },
    unfreeze: {
      subject: 'Descongela tu billetera',
      lines: [
        'Alguien pidió descongelar tu billetera. Se descongelaría 24 horas después de que lo apruebes.',
        'Si eres tú, abre este enlace antes de 20 minutos:',
      ],
    },
  },
}
