/** The account and region of what names none: of the local gateway, and of templates that are read. */
export const LOCAL_ENVIRONMENT = { accountId: '123456789012', region: 'us-east-1' } as const;
