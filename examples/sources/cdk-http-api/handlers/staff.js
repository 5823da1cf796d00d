// A simple answer: whether the caller may, and what the function learns about it.
exports.handler = async ({ headers }) => ({ isAuthorized: headers.authorization === 'Bearer staff', context: { name: 'Ada' } });
