console.log(`${process.env.npm_lifecycle_event} of ${process.env.npm_package_name}`);
