process.send({ answer: 42 }, () => process.disconnect());
